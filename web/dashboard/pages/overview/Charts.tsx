import type { Schemas } from '../../api.ts'
import { Chart } from '../../components/charts/Chart.tsx'
import type { Bucket } from '../../components/charts/calendar.ts'
import type { ChartSeries } from '../../components/charts/chartData.ts'
import { formatCost, formatDuration } from '../../format.ts'

type Row = Schemas['OverviewBucket']

export function Charts({ bucket, series }: { bucket: Bucket; series: readonly Row[] }) {
  const times = series.map(({ timestamp }) => timestamp)
  const line = (
    name: string,
    colour: ChartSeries['colour'],
    pick: (its: Row) => number | null,
    more: Partial<ChartSeries> = {},
  ): ChartSeries => ({ name, colour, values: series.map(pick), ...more })
  const about = { times, bucket }
  return (
    <div class="charts">
      <Chart
        {...about}
        title="Messages"
        empty="No messages in this period."
        series={[
          line('Messages', 1, ({ messages }) => messages),
          line('Replies', 2, ({ replies }) => replies),
          line('Failed replies', 3, ({ failed_replies }) => failed_replies),
        ]}
      />
      <Chart
        {...about}
        title="Reply time"
        kind="lines"
        empty="No replies in this period."
        series={[
          line('p95', 1, (its) => its.reply_p95_ms, { format: formatDuration }),
          line('p50', 2, (its) => its.reply_p50_ms, { format: formatDuration }),
        ]}
      />
      <Chart
        {...about}
        title="Tokens"
        kind="stack"
        empty="No model was called in this period."
        series={[
          line('Input', 1, ({ input_tokens }) => input_tokens),
          line('Output', 2, ({ output_tokens }) => output_tokens),
        ]}
      />
      <Chart
        {...about}
        title="Cost"
        empty="No known cost in this period."
        series={[line('Cost', 4, ({ cost_usd }) => cost_usd, { format: formatCost })]}
      />
    </div>
  )
}
