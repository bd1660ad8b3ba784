import { RotateCw, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { tell } from '../../components/Toasts.tsx'
import { t } from '../../texts.tsx'
import { deleteEntries, type Listed, reindexEntries } from './entries.ts'
import { Progress } from './State.tsx'

const entries = (count: number) => t('{count, plural, one {# entry} other {# entries}}', { count })

/** The actions for the selected entries. */
export function Selected({
  ids,
  rows,
  onSelect,
}: {
  ids: readonly string[]
  rows: readonly Listed[]
  onSelect: (ids: readonly string[], on: boolean) => void
}) {
  const [isDeleting, setDeleting] = useState(false)
  const [deleted, setDeleted] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  if (rows.length === 0) return null
  const shown = rows.map(({ id }) => id)
  const again = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await reindexEntries(ids)
      tell(t('Reindexing {entries}.', { entries: entries(ids.length) }))
      onSelect(ids, false)
    } catch (cause) {
      setError(cause)
    }
    setBusy(false)
  }
  const remove = async () => {
    setDeleted(0)
    await deleteEntries(ids, setDeleted)
    tell(t('Deleted {entries}.', { entries: entries(ids.length) }))
    onSelect(ids, false)
  }
  return (
    <div class="knowledge-selected">
      <label class="check">
        <input
          type="checkbox"
          checked={ids.length > 0 && shown.every((id) => ids.includes(id))}
          onChange={({ currentTarget }) => onSelect(shown, currentTarget.checked)}
        />
        {t('Select all shown')}
      </label>
      {ids.length > 0 && (
        <>
          <span role="status">{t('{entries} selected', { entries: entries(ids.length) })}</span>
          <Button icon={RotateCw} busy={busy} onClick={again}>
            {t('Reindex')}
          </Button>
          <Button kind="danger" icon={Trash2} onClick={() => setDeleting(true)}>
            {t('Delete')}
          </Button>
        </>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isDeleting && (
        <Confirm
          title={t('Delete {entries}?', { entries: entries(ids.length) })}
          action={t('Delete')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>
            {t(
              '{count, plural, one {Agents can no longer answer from it. This cannot be undone.} other {Agents can no longer answer from them. This cannot be undone.}}',
              { count: ids.length },
            )}
          </p>
          {deleted > 0 && (
            <Progress
              done={deleted}
              total={ids.length}
              text={t('{deleted} of {ids} deleted', { deleted, ids: ids.length })}
            />
          )}
        </Confirm>
      )}
    </div>
  )
}
