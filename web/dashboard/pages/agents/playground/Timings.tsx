import { formatDuration } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import type { Trace } from './playgroundData.ts'

/** The durations of a reply's steps, as a bar and in words. */
export function Timings({ timings }: { timings: Trace['timings'] }) {
  const { queue_ms, load_ms, retrieval_ms, first_text_ms, model_ms, total_ms } = timings
  const firstText =
    first_text_ms === null ? [] : [[t('Model, until its first words'), first_text_ms] as const]
  const steps = [
    [t('Waiting for a worker'), queue_ms],
    [t('Loading'), load_ms],
    [t('Retrieval'), retrieval_ms],
    ...firstText,
    [first_text_ms === null ? t('Model') : t('Model, writing'), model_ms - (first_text_ms ?? 0)],
  ] as const
  const rest = total_ms - queue_ms - load_ms - retrieval_ms - model_ms
  const all = [...steps, [t('Other'), Math.max(0, rest)] as const]
  return (
    <div class="timings">
      <div class="timing-bar" aria-hidden="true">
        {all.map(([name, ms]) => (
          <span key={name} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul class="timing-steps small">
        {all.map(([name, ms]) => (
          <li key={name}>
            <span class="timing-key" aria-hidden="true" />
            {name}
            <span class="number">{formatDuration(ms)}</span>
          </li>
        ))}
        <li class="timing-total">
          {t('Total')}
          <span class="number">{formatDuration(total_ms)}</span>
        </li>
      </ul>
    </div>
  )
}
