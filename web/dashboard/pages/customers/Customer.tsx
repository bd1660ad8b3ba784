import { useQuery } from '@tanstack/preact-query'
import { Download, Pencil, Trash2, UserRound } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { ConfirmButton } from '../../components/ConfirmButton.tsx'
import { Empty } from '../../components/Empty.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { Traits } from '../../components/Traits.tsx'
import { useThreadAddress } from '../../components/threads/useThreadAddress.ts'
import { ApiError, answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { deleteTraits, eraseCustomer, readCustomersAgain } from './erasing.ts'
import { nameOf } from './nameOf.ts'
import { rowsOf, TraitsEditor, toTraits } from './TraitsEditor.tsx'

type Context = Schemas['Context']

const LIST = '/customers'
const BACK = [LIST, t('Customers')] as const
const SHOWN_THREADS = 5

export function Customer({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['contexts', id],
    queryFn: () => dataOf(api.GET('/api/v1/contexts/{id}', { params: { path: { id } } })),
  })
  if (data) return <Known context={data} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <Page title={t('Customer')} back={BACK}>
        <Empty
          icon={UserRound}
          title={t('Customer not found')}
          actions={<ButtonLink to={LIST}>{t('Go to customers')}</ButtonLink>}
        >
          {t('They were deleted or belong to another organization.')}
        </Empty>
      </Page>
    )
  return (
    <Page title={t('Customer')} back={BACK}>
      {error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading />}
    </Page>
  )
}

function Known({ context }: { context: Context }) {
  const { id, user_reference, traits } = context
  const name = nameOf(context)
  const { mayChange, seesAll } = useRights()
  const [isEditing, setEditing] = useState(false)
  const [, go] = useLocation()
  const remove = async (how: typeof eraseCustomer) => {
    await how(id)
    go(LIST)
    queries.removeQueries({ queryKey: ['contexts', id] })
    readCustomersAgain()
  }
  return (
    <Page
      title={name}
      about={name === user_reference ? t('What agents know about this customer.') : user_reference}
      back={BACK}
      actions={
        <>
          {seesAll && (
            <a class="button plain" href={`/api/v1/contexts/${id}/export`} download>
              <Download size={17} aria-hidden="true" />
              {t('Export')}
            </a>
          )}
          {mayChange && (
            <>
              <ConfirmButton
                button={{ icon: Trash2, text: t('Delete traits') }}
                title={t('Delete the traits?')}
                action={t('Delete traits')}
                onConfirm={() => remove(deleteTraits)}
                done={t('Deleted the traits of {reference}.', { reference: user_reference })}
              >
                {t(
                  'Agents will know nothing about {reference} any more. Conversations are kept and can continue.',
                  { reference: user_reference },
                )}
              </ConfirmButton>
              <ConfirmButton
                button={{ kind: 'danger', icon: Trash2, text: t('Erase everything') }}
                title={t('Erase {reference}?', { reference: user_reference })}
                action={t('Erase everything')}
                onConfirm={() => remove(eraseCustomer)}
                done={t('Erased everything about {reference}.', { reference: user_reference })}
              >
                {t(
                  'This deletes the traits and all conversations with this customer, with their messages and feedback. It cannot be undone. Export the data first if you may need it.',
                )}
              </ConfirmButton>
            </>
          )}
        </>
      }
    >
      <div class="columns">
        <section class="card">
          <header>
            <h2>{t('Traits')}</h2>
            {mayChange && (
              <Button icon={Pencil} onClick={() => setEditing(true)}>
                {t('Edit')}
              </Button>
            )}
          </header>
          {Object.keys(traits).length > 0 ? (
            <Traits traits={traits} />
          ) : (
            <p class="muted">
              {mayChange ? t('No traits yet. Add a name, for example.') : t('No traits yet.')}
            </p>
          )}
          <p class="small muted changed">
            {rich('Changed {changed}, added {added}', {
              changed: <Time at={context.updated_at} />,
              added: <Time at={context.created_at} />,
            })}
          </p>
        </section>
        <Threads context={context} />
      </div>
      {isEditing && <EditTraits context={context} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function EditTraits({
  context: { id, user_reference, traits },
  onClose,
}: {
  context: Context
  onClose: () => void
}) {
  const [rows, setRows] = useState(() => rowsOf(traits))
  const save = async () => {
    const body = { user_reference, traits: toTraits(rows) }
    queries.setQueryData(['contexts', id], await dataOf(api.POST('/api/v1/contexts', { body })))
    queries.invalidateQueries({ queryKey: ['contexts'] })
  }
  return (
    <FormDialog
      wide
      title={t('Edit traits')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved.')}
      onClose={onClose}
    >
      <TraitsEditor rows={rows} onChange={setRows} />
    </FormDialog>
  )
}

/** The customer's newest conversations. */
function Threads({ context: { id } }: { context: Context }) {
  const { seesAll } = useRights()
  const addressOf = useThreadAddress()
  const { data, error, refetch } = useQuery({
    queryKey: ['threads', 'of', id],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/threads', {
          params: { query: { user_context_id: id, limit: SHOWN_THREADS } },
        }),
      ),
  })
  return (
    <section class="card">
      <header>
        <h2>{t('Conversations')}</h2>
        {seesAll && data?.pagination.has_more && (
          <Link href={`/conversations?user_context_id=${id}`}>{t('View all')}</Link>
        )}
      </header>
      {!data && (error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading />)}
      {data?.data.length === 0 && <p class="muted">{t('No conversations yet.')}</p>}
      <ul class="customer-threads">
        {data?.data.map((thread) => (
          <li key={thread.id}>
            <Link href={addressOf(thread.id)} dir="auto">
              {thread.headline?.slice(0, 90) ?? t('No messages yet')}
            </Link>
            <div class="small muted">
              {thread.agent_name} ·{' '}
              {t('{count, plural, one {# message} other {# messages}}', {
                count: thread.message_count,
              })}{' '}
              · <Time at={thread.active_at} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
