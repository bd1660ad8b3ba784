import { RotateCw, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { BulkActions, type Selection } from '../../components/lists/bulk.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { deleteEntries, reindexEntries } from '../../components/records/entries.ts'
import { showToast } from '../../components/Toasts.tsx'
import { useAction } from '../../components/useAction.ts'
import { t } from '../../lib/texts.tsx'
import { Progress } from './State.tsx'

const entries = (count: number) => t('{count, plural, one {# entry} other {# entries}}', { count })

/** The actions for the selected entries, many in one request. */
export function Selected({ selection }: { selection: Selection }) {
  /** The entries to delete. They leave the selection when they are gone, so they are kept here. */
  const [deleting, setDeleting] = useState<readonly string[]>()
  const [deleted, setDeleted] = useState(0)
  const { busy, error, run } = useAction(async () => {
    const ids = [...selection.selected]
    await reindexEntries(ids)
    showToast(t('Reindexing {entries}.', { entries: entries(ids.length) }))
    selection.select(ids, false)
  })
  const remove = async (ids: readonly string[]) => {
    setDeleted(0)
    await deleteEntries(ids, setDeleted)
    showToast(t('Deleted {entries}.', { entries: entries(ids.length) }))
    selection.select(ids, false)
  }
  return (
    <>
      <BulkActions selection={selection}>
        <Button icon={RotateCw} busy={busy} onClick={run}>
          {t('Reindex')}
        </Button>
        <Button kind="danger" icon={Trash2} onClick={() => setDeleting([...selection.selected])}>
          {t('Delete')}
        </Button>
        {error !== undefined && <ErrorNotice error={error} />}
      </BulkActions>
      {deleting && (
        <Confirm
          title={t('Delete {entries}?', { entries: entries(deleting.length) })}
          action={t('Delete')}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <p>
            {t(
              '{count, plural, one {Agents can no longer answer from it. This cannot be undone.} other {Agents can no longer answer from them. This cannot be undone.}}',
              { count: deleting.length },
            )}
          </p>
          {deleted > 0 && (
            <Progress
              done={deleted}
              total={deleting.length}
              text={t('{deleted} of {ids} deleted', { deleted, ids: deleting.length })}
            />
          )}
        </Confirm>
      )}
    </>
  )
}
