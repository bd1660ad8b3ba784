import { useQuery } from '@tanstack/preact-query'
import { Download, RotateCw, Trash2 } from 'lucide-preact'
import { useLocation, useSearchParams } from 'wouter-preact'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { ConfirmButton } from '../../components/ConfirmButton.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import {
  deleteEntries,
  KIND_NAMES,
  type Kind,
  readEntry,
  reindexEntries,
  titleOf,
} from '../../components/records/entries.ts'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { useAction } from '../../components/useAction.ts'
import { ApiError } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Chunks } from './Chunks.tsx'
import { EditEntry } from './EditEntry.tsx'
import { EntryFacts } from './EntryFacts.tsx'

/** An entry: its state, its passages, and actions to change it. */
export function EntryPage({ kind, id }: { kind: Kind; id: string }) {
  const { mayChange } = useRights()
  const [, go] = useLocation()
  const [parameters] = useSearchParams()
  const indexing = useAction(async () => {
    await reindexEntries([id])
    showToast(t('Indexing started.'))
  })
  const {
    data: entry,
    error,
    refetch,
  } = useQuery({
    queryKey: ['knowledge', 'entry', id],
    queryFn: () => readEntry(kind, id),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? 1_500 : false),
  })
  const back = ['/knowledge', t('Knowledge')] as const
  if (!entry && error instanceof ApiError && error.status === 404)
    return (
      <Page title={t('Entry not found')} back={back}>
        <Empty
          icon={Trash2}
          title={t('This entry does not exist')}
          actions={<ButtonLink to="/knowledge">{t('Go to knowledge')}</ButtonLink>}
        >
          {t('It may have been deleted. Replies keep what they cited from it.')}
        </Empty>
      </Page>
    )
  if (!entry)
    return (
      <Page title={KIND_NAMES[kind]} back={back}>
        {error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading />}
      </Page>
    )
  return (
    <Page
      title={titleOf(entry)}
      back={back}
      actions={
        <>
          {entry.kind === 'file' && entry.file_name && (
            <a
              class="button plain"
              href={`/api/v1/knowledge/files/${id}/content`}
              download={entry.file_name}
            >
              <Download size={17} aria-hidden="true" />
              {t('Download')}
            </a>
          )}
          {mayChange && (
            <>
              <Button icon={RotateCw} busy={indexing.busy} onClick={indexing.run}>
                {entry.status === 'failed' ? t('Retry') : t('Reindex')}
              </Button>
              <ConfirmButton
                button={{ kind: 'danger', icon: Trash2, text: t('Delete') }}
                title={t('Delete “{entry}”?', { entry: short(titleOf(entry)) })}
                action={t('Delete')}
                onConfirm={async () => {
                  await deleteEntries([id])
                  go('/knowledge')
                }}
                done={t('Entry deleted.')}
              >
                <p>{t('Agents can no longer answer from it. This cannot be undone.')}</p>
              </ConfirmButton>
            </>
          )}
        </>
      }
    >
      <div class="stack">
        {indexing.error !== undefined && <ErrorNotice error={indexing.error} />}
        {error && <ErrorNotice error={error} onRetry={refetch} />}
        <EntryFacts entry={entry} />
        {mayChange && <EditEntry key={entry.id} entry={entry} />}
        <Chunks entry={entry} quote={parameters.get('passage') ?? ''} />
      </div>
    </Page>
  )
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
