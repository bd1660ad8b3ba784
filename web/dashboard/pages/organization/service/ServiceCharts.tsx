import { Chart } from '../../../components/charts/Chart.tsx'
import type { Bucket } from '../../../components/charts/calendar.ts'
import type { ChartSeries } from '../../../components/charts/chartData.ts'
import type { Schemas } from '../../../lib/api.ts'
import { formatDuration } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'

type OverviewBucket = Schemas['OverviewBucket']

export function ServiceCharts({
  bucket,
  series,
}: {
  bucket: Bucket
  series: readonly OverviewBucket[]
}) {
  const about = { times: series.map(({ timestamp }) => timestamp), bucket }
  const line = (
    name: string,
    colour: ChartSeries['colour'],
    pick: (its: OverviewBucket) => number | null,
    more: Partial<ChartSeries> = {},
  ): ChartSeries => ({ name, colour, values: series.map(pick), ...more })
  const ofTime = { format: formatDuration }
  return (
    <div class="charts">
      <Chart
        {...about}
        title={t('Replies')}
        empty={t('No replies in this period.')}
        series={[
          line(t('Replies'), 1, ({ replies }) => replies),
          line(t('Failed replies'), 3, ({ failed_replies }) => failed_replies),
        ]}
      />
      <Chart
        {...about}
        title={t('Reply time')}
        kind="lines"
        empty={t('No replies in this period.')}
        series={[
          line('p95', 1, ({ reply_p95_ms }) => reply_p95_ms, ofTime),
          line('p50', 2, ({ reply_p50_ms }) => reply_p50_ms, ofTime),
        ]}
      />
      <Chart
        {...about}
        title={t('Wait for a worker')}
        kind="lines"
        empty={t('No replies in this period.')}
        series={[
          line('p95', 1, ({ wait_p95_ms }) => wait_p95_ms, ofTime),
          line('p50', 2, ({ wait_p50_ms }) => wait_p50_ms, ofTime),
        ]}
      />
      <Chart
        {...about}
        title={t('Tokens')}
        kind="stack"
        empty={t('No model was called in this period.')}
        series={[
          line(t('Input'), 1, ({ input_tokens }) => input_tokens),
          line(t('Output'), 2, ({ output_tokens }) => output_tokens),
        ]}
      />
    </div>
  )
}
