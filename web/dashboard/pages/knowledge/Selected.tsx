import { RotateCw, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { tell } from '../../components/Toasts.tsx'
import { formatNumber } from '../../format.ts'
import { deleteEntries, type Listed, reindexEntries } from './entries.ts'
import { Progress } from './State.tsx'

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`)

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
      tell(`Reindexing ${entries(ids.length)}.`)
      onSelect(ids, false)
    } catch (cause) {
      setError(cause)
    }
    setBusy(false)
  }
  const remove = async () => {
    setDeleted(0)
    await deleteEntries(ids, setDeleted)
    tell(`Deleted ${entries(ids.length)}.`)
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
        Select all shown
      </label>
      {ids.length > 0 && (
        <>
          <span role="status">{entries(ids.length)} selected</span>
          <Button icon={RotateCw} busy={busy} onClick={again}>
            Reindex
          </Button>
          <Button kind="danger" icon={Trash2} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isDeleting && (
        <Confirm
          title={`Delete ${entries(ids.length)}?`}
          action="Delete"
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>Agents can no longer answer from {ids.length === 1 ? 'it' : 'them'}. This cannot be undone.</p>
          {deleted > 0 && (
            <Progress done={deleted} total={ids.length} text={`${deleted} of ${ids.length} deleted`} />
          )}
        </Confirm>
      )}
    </div>
  )
}
