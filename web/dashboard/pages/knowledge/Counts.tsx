import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import type { Schemas } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { tell } from '../../components/Toasts.tsx'
import { formatNumber } from '../../format.ts'
import { useRights } from '../../session.tsx'
import { reindexFailed } from './entries.ts'

/** Says how many entries failed and what to do. Shows nothing if none did. */
export function Counts({ counts }: { counts: Schemas['EntryCounts'] | undefined }) {
  const { mayChange } = useRights()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  if (!counts?.failed) return null
  const retry = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const count = await reindexFailed()
      tell(count === 1 ? 'It is being read again.' : `${formatNumber(count)} are being read again.`)
    } catch (cause) {
      setError(cause)
    }
    setBusy(false)
  }
  return (
    <div class="knowledge-note">
      <Notice kind="warn">
        <div class="row spread">
          <span>
            {counts.failed === 1
              ? '1 entry could not be read.'
              : `${formatNumber(counts.failed)} entries could not be read.`}{' '}
            Agents go on answering from what was read of them before, if anything was.
          </span>
          <span class="row">
            <Link href="/knowledge?status=failed">Show which, and why</Link>
            {mayChange && (
              <Button busy={busy} onClick={retry}>
                {counts.failed === 1 ? 'Retry it' : 'Retry all'}
              </Button>
            )}
          </span>
        </div>
      </Notice>
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  )
}
