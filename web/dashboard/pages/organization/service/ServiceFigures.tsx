import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import type { Schemas } from '../../../lib/api.ts'
import { formatDuration, formatNumber, formatShort } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'

/** What the service did in the period. The overview has the figures of questions and answers. */
export function ServiceFigures({ figures: its }: { figures: Schemas['OverviewFigures'] }) {
  const [failure] = its.failures
  const ofApplications = (all: number | null, dashboard: number | null) =>
    formatNumber((all ?? 0) - (dashboard ?? 0))
  return (
    <section class="figures of-service" aria-label={t('Figures of the period')}>
      <Figure name={t('Reply time, p50')} value={timeOf(its.reply_p50_ms)} />
      <Figure name={t('Reply time, p95')} value={timeOf(its.reply_p95_ms)}>
        {its.model_p95_ms !== null &&
          t('model: {time}', { time: formatDuration(its.model_p95_ms) })}
      </Figure>
      <Figure name={t('Wait for a worker, p95')} value={timeOf(its.wait_p95_ms)} />
      <Figure name={t('Failed replies')} value={formatNumber(its.failed_replies)}>
        {failure && (
          <>
            {formatNumber(failure.count)} × <code>{failure.code}</code>
          </>
        )}
      </Figure>
      <Figure name={t('Tokens')} value={formatShort(its.total_tokens)}>
        {its.total_tokens > 0 &&
          t('{input} input, {output} output', {
            input: formatShort(its.input_tokens),
            output: formatShort(its.output_tokens),
          })}
      </Figure>
      <Figure name={t('API requests')} value={ofApplications(its.requests, its.dashboard_requests)}>
        {t('and {count} of this dashboard', { count: formatNumber(its.dashboard_requests ?? 0) })}
      </Figure>
      <Figure name={t('API errors')} value={ofApplications(its.errors, its.dashboard_errors)}>
        {t('status 400 or higher')}
      </Figure>
      <Figure name={t('Blocked by limits')} value={formatNumber(its.blocked ?? 0)}>
        <Link href="/analytics/limits">{t('Limits')}</Link>
      </Figure>
    </section>
  )
}

const timeOf = (ms: number | null) => (ms === null ? '–' : formatDuration(ms))

const Figure = ({
  name,
  value,
  children,
}: {
  name: string
  value: string
  children?: ComponentChildren
}) => (
  <article class="card figure">
    <h2>{name}</h2>
    <p class="figure-value">{value}</p>
    {children && <p class="small muted">{children}</p>}
  </article>
)
