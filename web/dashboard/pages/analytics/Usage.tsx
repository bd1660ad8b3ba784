import { useQuery } from '@tanstack/preact-query'
import { Coins } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Chart } from '../../components/charts/Chart.tsx'
import { type Bucket, fillBuckets } from '../../components/charts/calendar.ts'
import { BUCKET_NAMES, bucketName } from '../../components/charts/chartData.ts'
import { Empty } from '../../components/Empty.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatCost, formatNumber, formatPercent, moneyOf } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Bar } from './Bar.tsx'
import { allRows, PAGE_SIZE, useFilters, useFixedPeriod, useNumbered } from './view.ts'

type Row = Schemas['UsageFigures']
const GROUPS = [
  ['agent', t('Agent')],
  ['model', t('Model')],
  ['time', t('Time')],
] as const
const MOST = 200

type Totals = Schemas['UsageTotals']
const SORTS = [
  'timestamp',
  'messages',
  'replies',
  'failed_replies',
  'input_tokens',
  'output_tokens',
  'cost_usd',
] as const

const figure = (
  name: string,
  sort: Exclude<(typeof SORTS)[number], 'timestamp'>,
  totals: Totals | undefined,
  format: (value: number) => string = formatNumber,
): Column<Row> => {
  const shown = (value: number | null) => (value === null ? '–' : format(value))
  return {
    name,
    sort,
    isNumber: true,
    cell: (row) => shown(row[sort]),
    ...(totals && { total: shown(totals[sort]) }),
  }
}

function figures(rows: readonly Row[], totals: Totals | undefined): Column<Row>[] {
  const format = moneyOf(rows.map(({ cost_usd }) => cost_usd ?? 0))
  const cost = ({ cost_usd, unpriced_calls }: Pick<Row, 'cost_usd' | 'unpriced_calls'>) => (
    <>
      {unpriced_calls > 0 && !cost_usd ? t('Unknown') : format(cost_usd ?? 0)}
      {unpriced_calls > 0 && (
        <span class="small muted usage-more">
          {t('plus {count, plural, one {# call} other {# calls}} without a cost', {
            count: unpriced_calls,
          })}
        </span>
      )}
    </>
  )
  const input = ({ input_tokens, cached_tokens }: Pick<Row, 'input_tokens' | 'cached_tokens'>) => (
    <>
      {formatNumber(input_tokens ?? 0)}
      {!!input_tokens && !!cached_tokens && (
        <span class="small muted usage-more">
          {t('{share} from a cache', { share: formatPercent(cached_tokens / input_tokens) })}
        </span>
      )}
    </>
  )
  return [
    figure(t('Messages'), 'messages', totals),
    figure(t('Replies'), 'replies', totals),
    figure(t('Failed'), 'failed_replies', totals),
    {
      name: t('Input tokens'),
      sort: 'input_tokens',
      isNumber: true,
      cell: input,
      ...(totals && { total: input(totals) }),
    },
    figure(t('Output tokens'), 'output_tokens', totals),
    {
      name: t('Cost'),
      sort: 'cost_usd',
      isNumber: true,
      cell: cost,
      ...(totals && { total: cost(totals) }),
    },
  ]
}

/** The use of models and its cost: over time, and by agent or model. */
export function Usage() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('by')
  const by = GROUPS.find(([group]) => group === filters.by)?.[0] ?? 'agent'
  const { sorting, sort } = useSorting(
    SORTS,
    by === 'time' ? { by: 'timestamp', order: 'asc' } : { by: 'cost_usd', order: 'desc' },
  )
  const query = {
    ...window,
    ...(by === 'time' ? { bucket } : { bucket: 'window' as const, group_by: by }),
    sort: sorting.by,
    order: sorting.order,
  }
  const { pages, first, total } = useNumbered(['analytics', 'usage', query], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/usage', {
        params: { query: { ...query, page, page_size: PAGE_SIZE } },
      }),
    ),
  )
  const names = useAgentNames()
  const group: Column<Row> = {
    name: { agent: t('Agent'), model: t('Model'), time: BUCKET_NAMES[bucket] }[by],
    isMain: true,
    total: t('Total'),
    ...(by === 'time' && { sort: 'timestamp' }),
    cell: ({ agent_id, model, timestamp }) => {
      if (by === 'time') return bucketName(timestamp, bucket)
      if (by === 'model') return model ?? t('No model')
      const name = agent_id && names.get(agent_id)
      return name ? <Link href={`/agents/${agent_id}`}>{name}</Link> : t('Deleted agent')
    },
  }
  return (
    <div class="stack">
      <Bar route="usage" query={query} onRefresh={refresh}>
        <SelectField
          label={t('Group by')}
          name="by"
          value={by}
          onChange={(value) => setFilters({ by: value === 'agent' ? '' : value })}
          options={GROUPS}
        />
      </Bar>
      <OverTime window={window} bucket={bucket} />
      <PagedTable
        label={t('Usage')}
        pages={pages}
        total={total}
        remember="usage"
        sorting={sorting}
        onSort={sort}
        columns={[group, ...figures(pages.rows, first?.totals)]}
        keyOf={({ agent_id, model, timestamp }) => `${agent_id} ${model} ${timestamp}`}
        empty={
          <Empty icon={Coins} title={t('No usage')}>
            {t(
              'No messages were posted in this period. Choose a longer one, or try an agent in its playground.',
            )}
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

function OverTime({
  window,
  bucket,
}: {
  window: { from: string; to: string; timezone: string }
  bucket: Bucket
}) {
  const query = { ...window, bucket }
  const { data, error, refetch } = useQuery({
    queryKey: ['analytics', 'usage over time', query],
    queryFn: () =>
      allRows((page) =>
        answerOf(
          api.GET('/api/v1/analytics/usage', {
            params: { query: { ...query, page, page_size: MOST } },
          }),
        ),
      ),
    staleTime: 60_000,
  })
  if (error && !data) return <ErrorNotice error={error} onRetry={refetch} />
  const { times, at } = fillBuckets(window, bucket, data ?? [])
  const empty = data ? t('No model was called in this period.') : t('Loading …')
  return (
    <div class="charts-two">
      <Chart
        times={times}
        bucket={bucket}
        window={window}
        empty={empty}
        kind="stack"
        title={t('Tokens')}
        series={[
          { name: t('Input'), colour: 1, values: at.map((row) => row?.input_tokens ?? 0) },
          { name: t('Output'), colour: 2, values: at.map((row) => row?.output_tokens ?? 0) },
        ]}
      />
      <Chart
        times={times}
        bucket={bucket}
        window={window}
        empty={data ? t('No known cost in this period.') : t('Loading …')}
        title={t('Cost')}
        series={[
          {
            name: t('Cost'),
            colour: 4,
            format: formatCost,
            values: at.map((row) => row?.cost_usd ?? 0),
          },
        ]}
      />
    </div>
  )
}
