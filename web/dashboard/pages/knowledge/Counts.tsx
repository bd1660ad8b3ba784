import { Link } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { reindexFailed } from '../../components/records/entries.ts'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { useAction } from '../../components/useAction.ts'
import type { Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

/** Says how many entries failed and what to do. Shows nothing if none did. */
export function Counts({ counts }: { counts: Schemas['EntryCounts'] | undefined }) {
  const { mayChange } = useRights()
  const { busy, error, run } = useAction(async () => {
    const count = await reindexFailed()
    showToast(
      count === 1
        ? t('Retrying 1 entry.')
        : t('Retrying {count} entries.', { count: formatNumber(count) }),
    )
  })
  if (!counts?.failed) return null
  return (
    <div class="knowledge-note">
      <Notice kind="warn">
        <div class="row spread">
          <span>
            {counts.failed === 1
              ? t('1 entry failed. Agents keep using its earlier passages, if there are any.')
              : t(
                  '{failed, number} entries failed. Agents keep using their earlier passages, if there are any.',
                  { failed: counts.failed },
                )}
          </span>
          <span class="row">
            <Link href="/knowledge?status=failed">{t('View details')}</Link>
            {mayChange && (
              <Button busy={busy} onClick={run}>
                {counts.failed === 1 ? t('Retry') : t('Retry all')}
              </Button>
            )}
          </span>
        </div>
      </Notice>
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  )
}
