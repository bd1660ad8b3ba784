import { useSearchParams } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { formatDateTime } from '../../format.ts'
import { t } from '../../texts.tsx'
import type { Filters } from './filters.ts'

/** Says which figure of the overview led to the list. Shows nothing if none did. */
export function FigureNotice({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const [params] = useSearchParams()
  const { topic, during_from: from, during_to: to, has_grounded_replies: isGrounded } = filters
  if (!topic && !from && !to && !isGrounded) return null
  const words = params.get('words') ?? topic?.split(':').at(-1)
  return (
    <div class="row of-customer">
      <span>
        {words && <strong>{t('Topic: {words}.', { words })} </strong>}
        {isGrounded && <strong>{t('Answered from knowledge.')} </strong>}
        {from && to && t('From {from} to {to}.', { from: formatDateTime(from), to: formatDateTime(to) })}
      </span>
      <Button kind="quiet" onClick={onClear}>
        {t('Show all conversations')}
      </Button>
    </div>
  )
}
