import { useQuery } from '@tanstack/preact-query'
import { Coins } from 'lucide-preact'
import { answerOf, api, type Schemas } from '../../api.ts'
import { Chart } from '../../components/charts/Chart.tsx'
import { bucketName } from '../../components/charts/chartData.ts'
import { Empty } from '../../components/Empty.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { formatCost, formatNumber } from '../../format.ts'
import { Bar } from './Bar.tsx'
import { allRows, fillBuckets, PAGE_SIZE, useFilters, useFixedPeriod, useNumbered } from './view.ts'

type Row = Schemas['UsageFigures']
const GROUPS = [
  ['agent', 'Agent'],
  ['model', 'Model'],
  ['time', 'Time'],
] as const
const MOST = 200

const number = (name: string, pick: (row: Row) => number | null, format = formatNumber): Column<Row> => ({
  name,
  isNumber: true,
  cell: (row) => {
    const value = pick(row)
    return value === null ? '–' : format(value)
  },
})

const FIGURES: Column<Row>[] = [
  number('Messages', ({ messages }) => messages),
  number('Replies', ({ replies }) => replies),
  number('Failed', ({ failed_replies }) => failed_replies),
  number('Input tokens', ({ input_tokens }) => input_tokens),
  number('Output tokens', ({ output_tokens }) => output_tokens),
  {
    name: 'Cost',
    isNumber: true,
    cell: ({ cost_usd, unpriced_calls }) => (
      <>
        {unpriced_calls > 0 && !cost_usd ? 'Unknown' : formatCost(cost_usd ?? 0)}
        {unpriced_calls > 0 && (
          <span class="small muted usage-unpriced">
            {formatNumber(unpriced_calls)} {unpriced_calls === 1 ? 'call has' : 'calls have'} no known price
          </span>
        )}
      </>
    ),
  },
]

/** The use of models and its cost: over time, and by agent or model. */
export function Usage() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('by')
  const by = GROUPS.find(([group]) => group === filters.by)?.[0] ?? 'agent'
  const query = by === 'time' ? { ...window, bucket } : { ...window, bucket: 'window' as const, group_by: by }
  const { pages, total } = useNumbered(['analytics', 'usage', query], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/usage', { params: { query: { ...query, page, page_size: PAGE_SIZE } } }),
    ),
  )
  const names = useAgentNames()
  const told: Column<Row> = {
    name: { agent: 'Agent', model: 'Model', time: bucket === 'day' ? 'Day (UTC)' : 'Hour' }[by],
    isMain: true,
    cell: ({ agent_id, model, timestamp }) => {
      if (by === 'time') return bucketName(timestamp, bucket)
      if (by === 'model') return model ?? 'No model'
      return names.get(agent_id ?? '') ?? 'Deleted agent'
    },
  }
  return (
    <div class="stack">
      <Bar route="usage" query={query} onRefresh={refresh}>
        <SelectField
          label="Group by"
          name="by"
          value={by}
          onChange={(value) => setFilters({ by: value === 'agent' ? '' : value })}
          options={GROUPS}
        />
      </Bar>
      <OverTime window={window} bucket={bucket} />
      <PagedTable
        label="Usage"
        pages={pages}
        total={total}
        columns={[told, ...FIGURES]}
        keyOf={({ agent_id, model, timestamp }) => `${agent_id} ${model} ${timestamp}`}
        empty={
          <Empty icon={Coins} title="No usage">
            No messages were posted in this period. Choose a longer one, or try an agent in its playground.
          </Empty>
        }
      />
    </div>
  )
}

function useAgentNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['agents', 'all names'],
    queryFn: async () => {
      const names = new Map<string, string>()
      for (let after: string | undefined; ; ) {
        const { data: agents, pagination } = await answerOf(
          api.GET('/api/v1/agents', { params: { query: { limit: 100, ...(after && { after }) } } }),
        )
        for (const { id, name } of agents) names.set(id, name)
        if (!pagination.next_cursor) return names
        after = pagination.next_cursor
      }
    },
    staleTime: 60_000,
  })
  return data ?? new Map()
}

function OverTime({ window, bucket }: { window: { from: string; to: string }; bucket: 'hour' | 'day' }) {
  const query = { ...window, bucket }
  const { data } = useQuery({
    queryKey: ['analytics', 'usage over time', query],
    queryFn: () =>
      allRows((page) =>
        answerOf(
          api.GET('/api/v1/analytics/usage', { params: { query: { ...query, page, page_size: MOST } } }),
        ),
      ),
    staleTime: 60_000,
  })
  const { times, at } = fillBuckets(window, bucket, data ?? [])
  const empty = data ? 'No model was called in this period.' : 'Loading …'
  return (
    <div class="charts-two">
      <Chart
        {...{ times, bucket, empty }}
        title="Tokens"
        series={[
          { name: 'Input', colour: 1, isFilled: true, values: at.map((row) => row?.input_tokens ?? 0) },
          { name: 'Output', colour: 2, values: at.map((row) => row?.output_tokens ?? 0) },
        ]}
      />
      <Chart
        {...{ times, bucket }}
        empty={data ? 'No known cost in this period.' : 'Loading …'}
        title="Cost"
        series={[
          {
            name: 'Cost',
            colour: 4,
            isFilled: true,
            format: formatCost,
            values: at.map((row) => row?.cost_usd ?? 0),
          },
        ]}
      />
    </div>
  )
}
