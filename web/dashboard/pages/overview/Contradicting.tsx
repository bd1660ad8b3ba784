import { Check, PenLine } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { passageAddress } from '../../components/replies/passageAddress.ts'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { dismissContradiction } from './dismiss.ts'

export type Contradiction = Schemas['Contradiction']

/** Two sentences of the knowledge that give different figures. */
export function Contradicting({
  contradiction: { id, statements, found_at },
  onWrite,
}: {
  contradiction: Contradiction
  onWrite: () => void
}) {
  const { mayChange } = useRights()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const drop = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await dismissContradiction(id)
    } catch (cause) {
      setError(cause)
      setBusy(false)
    }
  }
  return (
    <li>
      <div class="attention-item">
        {statements.map(({ knowledge_id, kind, title, url, sentence }, at) => (
          <p key={at}>
            <Link href={passageAddress(kind, knowledge_id, sentence)}>
              {title ?? url ?? t('Untitled')}
            </Link>{' '}
            <span class="small muted">{sentence}</span>
          </p>
        ))}
        <p class="row small muted">
          <Badge kind="warn">{t('Contradiction')}</Badge>
          <Time at={found_at} />
        </p>
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
      {mayChange && (
        <div class="row no-wrap">
          <Button icon={PenLine} onClick={onWrite}>
            {t('Write the answer')}
          </Button>
          <Button kind="quiet" icon={Check} label={t('Dismiss')} busy={busy} onClick={drop} />
        </div>
      )}
    </li>
  )
}
