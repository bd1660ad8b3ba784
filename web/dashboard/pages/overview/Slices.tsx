import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { Link, useSearchParams } from 'wouter-preact'
import type { Period } from '../../components/charts/Period.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { api, dataOf, type Schemas } from '../../lib/api.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { type Scope, windowOf } from './links.ts'

type Slice = Schemas['Slice']

/** A key with more values is an id, and compares nothing. */
const MAX_VALUES = 50

interface SlicesProps {
  period: Period
  scope: Scope
}

/** Reads the keys of metadata, and with a key its values. */
const useSlices = (period: Period, agent: string | undefined, key?: string) =>
  useQuery({
    queryKey: ['slices', period.key, agent, key],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/analytics/slices', {
          params: {
            query: { ...windowOf(period), ...(agent && { agent_id: agent }), ...(key && { key }) },
          },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** Changes what the address says about the slice, and keeps the rest. */
function useSliceLink() {
  const [params, setParams] = useSearchParams()
  const paramsWith = (key: string, value?: string) => {
    const next = new URLSearchParams(params)
    for (const name of ['slice', 'value', 'look']) next.delete(name)
    if (key) next.set('slice', key)
    if (value !== undefined) next.set('value', value)
    return next
  }
  return {
    choose: (key: string) => setParams(paramsWith(key), { replace: true }),
    linkTo: (key: string, value?: string) => `?${paramsWith(key, value)}`,
  }
}

/** Lets the reader compare conversations by a key of their metadata, if there are such keys. */
export function SliceFilter({ period, scope }: SlicesProps) {
  const [params] = useSearchParams()
  const { choose } = useSliceLink()
  const chosen = params.get('slice') ?? ''
  const { data } = useSlices(period, scope.agent)
  const keys = (data?.keys ?? []).filter(({ values }) => values <= MAX_VALUES)
  if (!keys.length && !chosen) return null
  const names = new Set([...keys.map(({ key }) => key), ...(chosen ? [chosen] : [])])
  return (
    <SelectField
      label={t('Compare by')}
      name="slice"
      value={chosen}
      onChange={choose}
      options={[['', t('Nothing')], ...[...names].map((key) => [key, key] as const)]}
    />
  )
}

/** A row for each value of a key, which limits the page to its conversations. */
export function Slices({ period, scope, by }: SlicesProps & { by: string }) {
  const { linkTo } = useSliceLink()
  const { data, error, refetch } = useSlices(period, scope.agent, by)
  if (!data) return error ? <ErrorNotice error={error} onRetry={refetch} /> : null
  return (
    <section class="card stack" aria-labelledby="slices">
      <header>
        <h2 id="slices">{t('By {key}', { key: by })}</h2>
        {scope.slice && (
          <Link href={linkTo(by)} class="small">
            {t('Show all values')}
          </Link>
        )}
      </header>
      {data.slices.length === 0 ? (
        <p class="muted">{t('Nobody has asked anything in this period.')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section class="table-scroll" aria-label={t('By {key}', { key: by })} tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{by}</th>
                {COLUMNS.map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.slices.map((slice) => (
                <tr key={slice.value}>
                  <th scope="row">
                    {slice.value === null ? (
                      <span class="muted">{t('Without {key}', { key: by })}</span>
                    ) : (
                      <Link
                        href={linkTo(by, slice.value)}
                        aria-current={slice.value === scope.slice?.value ? 'true' : undefined}
                      >
                        {slice.value || t('Empty')}
                      </Link>
                    )}
                  </th>
                  {COLUMNS.map(({ name, show }) => (
                    <td key={name} class="number">
                      {show(slice)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data.is_capped && (
        <p class="small muted">
          {t('The {count} values with the most questions.', { count: data.slices.length })}
        </p>
      )}
    </section>
  )
}

const endedIn = ({ grounded_replies, ungrounded_replies, failed_replies }: Slice) =>
  grounded_replies + ungrounded_replies + failed_replies

const COLUMNS: readonly { name: string; show: (slice: Slice) => string }[] = [
  { name: t('Conversations'), show: ({ conversations }) => formatNumber(conversations) },
  { name: t('Questions'), show: ({ questions }) => formatNumber(questions) },
  {
    name: t('Answered from knowledge'),
    show: (slice) =>
      endedIn(slice) ? formatPercent(slice.grounded_replies / endedIn(slice)) : '–',
  },
  { name: t('Failed'), show: ({ failed_replies }) => formatNumber(failed_replies) },
  {
    name: t('Rating'),
    show: ({ average_rating }) =>
      average_rating === null ? '–' : formatNumber(Math.round(average_rating * 10) / 10),
  },
]
