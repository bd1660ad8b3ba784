import { Plus, SearchX, UserRound } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useLocation, useSearchParams } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useSelection } from '../../components/lists/bulk.tsx'
import { SearchField } from '../../components/lists/SearchField.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { ApiError, answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { EraseSelected } from './EraseSelected.tsx'
import { nameOf } from './nameOf.ts'
import { TraitsEditor, toTraits } from './TraitsEditor.tsx'

type Context = Schemas['Context']

const SORTS = ['created_at', 'user_reference'] as const

const COLUMNS: readonly Column<Context>[] = [
  {
    name: t('Customer'),
    isMain: true,
    sort: 'user_reference',
    cell: (context) => {
      const name = nameOf(context)
      const { id, user_reference } = context
      return (
        <>
          <Link href={`/customers/${id}`} dir="auto">
            {name}
          </Link>
          {name !== user_reference && (
            <span class="small muted customer-reference">{user_reference}</span>
          )}
        </>
      )
    },
  },
  {
    name: t('Traits'),
    cell: ({ traits: { name: _, ...others } }) => <span class="muted">{summaryOf(others)}</span>,
  },
  { name: t('Changed'), cell: ({ updated_at }) => <Time at={updated_at} /> },
  { name: t('Added'), sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Returns the first traits on a single line. */
function summaryOf(traits: Record<string, unknown>): string {
  const parts = Object.entries(traits)
    .slice(0, 4)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return parts.join(' · ').slice(0, 160) || t('None')
}

export function CustomerList() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const { mayChange } = useRights()
  const [adding, setAdding] = useState(false)
  const { sorting, sort } = useSorting(SORTS, { by: 'created_at', order: 'desc' })
  const query = { limit: 50, sort: sorting.by, order: sorting.order, ...(search && { search }) }
  const pages = usePages<Context>(['contexts', 'list', query], (after) =>
    answerOf(
      api.GET('/api/v1/contexts', {
        params: { query: { ...query, ...(after && { after }) } },
      }),
    ),
  )
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const add = mayChange && (
    <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('Add customer')}
    </Button>
  )
  return (
    <Page
      title={t('Customers')}
      about={t(
        'What agents know about your customers. Your server stores it with the API, or you add it here.',
      )}
      actions={add}
    >
      <search class="filters">
        <div class="field wide customer-search">
          <SearchField
            label={t('Search by name, email or reference')}
            name="search"
            value={search}
            onChange={(text) =>
              setParams(
                (before) => {
                  const next = new URLSearchParams(before)
                  if (text) next.set('search', text)
                  else next.delete('search')
                  return next
                },
                { replace: true },
              )
            }
          />
        </div>
      </search>
      <PagedTable
        label={t('Customers')}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        pages={pages}
        remember="customers"
        {...(mayChange && { selection, nameOf, actions: <EraseSelected selection={selection} /> })}
        sorting={sorting}
        onSort={sort}
        empty={
          search ? (
            <Empty
              icon={SearchX}
              title={t('No matching customers')}
              actions={<Button onClick={() => setParams({})}>{t('Show all customers')}</Button>}
            >
              {t(
                'The search covers names, email addresses, and the references that your own systems use.',
              )}
            </Empty>
          ) : (
            <Empty icon={UserRound} title={t('No customers yet')} actions={add}>
              {t(
                'Tell agents what to know about a customer, such as a name or plan. Replies take it into account.',
              )}
            </Empty>
          )
        }
      />
      {adding && <AddCustomer onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddCustomer({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const [reference, setReference] = useState('')
  const [rows, setRows] = useState<[string, string][]>([['name', '']])
  const add = async () => {
    const { data } = await answerOf(
      api.GET('/api/v1/contexts', { params: { query: { user_reference: reference } } }),
    )
    // Storing a known customer again would replace the traits.
    if (data[0]) throw knownAlready()
    const body = {
      user_reference: reference,
      traits: toTraits(rows.filter(([, value]) => value !== '')),
    }
    const made = await dataOf(api.POST('/api/v1/contexts', { body }))
    queries.invalidateQueries({ queryKey: ['contexts'] })
    showToast(t('Customer added.'))
    go(`/customers/${made.id}`)
  }
  return (
    <FormDialog
      title={t('Add customer')}
      action={t('Add')}
      onSubmit={add}
      hasCancel={false}
      onClose={onClose}
    >
      <TextField
        label={t('Reference')}
        name="user_reference"
        hint={t('The name that your own systems use, such as customer-4711.')}
        value={reference}
        onChange={setReference}
        required
        maxLength={200}
      />
      <TraitsEditor rows={rows} onChange={setRows} />
    </FormDialog>
  )
}

const knownAlready = () =>
  new ApiError(409, {
    detail: t('This customer already exists. Find and edit them in the list.'),
    data: { errors: [{ field: 'user_reference', detail: t('already exists') }] },
  })
