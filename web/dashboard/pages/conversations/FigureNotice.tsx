import { useSearchParams } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { HANDOFF_REASONS, HANDOFF_STATES } from '../../components/people/handoffWords.ts'
import type { Filters } from '../../components/threads/filters.ts'
import { formatDateTime } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

/** Names the overview's figure that led to the list. Shows nothing if no figure did. */
export function FigureNotice({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const [params] = useSearchParams()
  const { topic, during_from: from, during_to: to, has_grounded_replies: isGrounded } = filters
  const figure = handoffFigure(filters)
  if (!topic && !from && !to && !isGrounded && !figure) return null
  const words = params.get('words') ?? topic?.split(':').at(-1)
  return (
    <div class="row of-customer">
      <span>
        {words && <strong>{t('Topic: {words}.', { words })} </strong>}
        {isGrounded && <strong>{t('Answered from knowledge.')} </strong>}
        {figure && <strong>{t('Figure: {name}.', { name: figure })} </strong>}
        {from &&
          to &&
          t('From {from} to {to}.', { from: formatDateTime(from), to: formatDateTime(to) })}
      </span>
      <Button kind="quiet" onClick={onClear}>
        {t('Show all conversations')}
      </Button>
    </div>
  )
}

/**
 * Returns the name of the figure of handoffs that counts these conversations; undefined: none does.
 */
function handoffFigure({ handoffs, handoff_reason }: Filters): string | undefined {
  const reason = HANDOFF_REASONS[handoff_reason as keyof typeof HANDOFF_REASONS]
  return reason
    ? t('Because: {reason}', { reason })
    : HANDOFF_STATES[handoffs as keyof typeof HANDOFF_STATES]
}
