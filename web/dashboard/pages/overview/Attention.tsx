import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { CircleCheck } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { Period } from '../../components/charts/Period.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { AddPair } from '../../components/records/AddPair.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { AttentionItem } from './AttentionItem.tsx'
import { Contradicting, type Contradiction } from './Contradicting.tsx'
import { dismissContradiction, dismissQuestion, WHOLE } from './dismiss.ts'
import { filtersIn, type Scope, scopeKey, windowOf } from './links.ts'

type Item = Schemas['AttentionItem']

const REASONS = ['failed', 'rated_low', 'ungrounded'] as const
type Reason = (typeof REASONS)[number]
/** What the list shows: questions for one reason, contradictions, or all. */
type Look = Reason | 'contradictions' | 'all'

/** Rows at first, and those of each further page. */
const FEW = 5
const PAGE = 100

export interface AttentionQuery {
  period: Pick<Period, 'key' | 'ask'>
  scope: Scope
}

const readAttention = (
  { period, scope }: AttentionQuery,
  reason?: Reason,
  limit = FEW,
  after?: string,
) =>
  answerOf(
    api.GET('/api/v1/attention', {
      params: {
        query: {
          ...windowOf(period),
          limit,
          ...filtersIn(scope),
          ...(reason && { main_reason: reason }),
          ...(after && { after }),
        },
      },
    }),
  )

/** Reads the first questions that need a look. */
export const useAttention = (query: AttentionQuery, reason?: Reason) =>
  useQuery({
    queryKey: ['attention', query.period.key, ...scopeKey(query.scope), reason],
    queryFn: () => readAttention(query, reason),
    placeholderData: keepPreviousData,
  })

/**
 * Reads the contradictions in the knowledge, the newest first, which belong to no period. There are
 * 200 at most.
 */
export const useContradictions = () =>
  useQuery({
    queryKey: ['knowledge', 'contradictions', 'newest'],
    queryFn: readContradictions,
    staleTime: 30_000,
  })

async function readContradictions(): Promise<Contradiction[]> {
  const all: Contradiction[] = []
  let after: string | undefined
  do {
    const query = { limit: PAGE, ...(after && { after }) }
    const { data, pagination } = await answerOf(
      api.GET('/api/v1/knowledge/contradictions', { params: { query } }),
    )
    all.push(...data)
    after = pagination.next_cursor ?? undefined
  } while (after)
  return all
}

/** The questions that need a look, each with a button that writes its answer. */
export function Attention({ query }: { query: AttentionQuery }) {
  const [params, setParams] = useSearchParams()
  const [isWhole, setWhole] = useState(false)
  const [writing, setWriting] = useState<Writing>()
  const look = lookIn(params.get('look'))
  const reason = look === 'all' || look === 'contradictions' ? undefined : look
  const asked = useAttention(query, reason)
  const more = usePages(
    [...WHOLE, query.period.key, ...scopeKey(query.scope), reason],
    (after) => readAttention(query, reason, PAGE, after),
    { enabled: isWhole && look !== 'contradictions' },
  )
  const found = useContradictions()
  const { data } = asked
  const { data: contradictions = [] } = found
  const needed = look === 'all' ? [asked, found] : [look === 'contradictions' ? found : asked]
  const isRead = needed.every((one) => one.data)
  const failed = needed.find((one) => one.error && !one.data)
  const choose = (chosen: Look) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (chosen === 'all') next.delete('look')
        else next.set('look', chosen)
        return next
      },
      { replace: true },
    )
  const isRest = isWhole && !more.isLoading
  const questions = look === 'contradictions' ? [] : isRest ? more.rows : (data?.data ?? [])
  const rows = look === 'all' || look === 'contradictions' ? contradictions : []
  // They come after the questions.
  const shown = isRest
    ? more.hasMore
      ? []
      : rows
    : rows.slice(0, Math.max(0, FEW - questions.length))
  const all = data ? countOf(look, data, contradictions.length) : 0
  const isMore = isRest ? more.hasMore : all > FEW
  return (
    <section class="card attention" id="needs-a-look" aria-labelledby="attention">
      <header>
        <h2 id="attention">{t('Needs a look')}</h2>
        {data && (
          <Looks look={look} onChoose={choose} data={data} contradictions={contradictions.length} />
        )}
      </header>
      {failed && <ErrorNotice error={failed.error} onRetry={failed.refetch} />}
      {!isRead && !failed && <Loading />}
      {isRead && all === 0 && (
        <p class="row muted attention-none">
          <CircleCheck size={18} aria-hidden="true" />
          {look === 'all'
            ? t(
                'Nothing needs a look. Failed replies, answers without knowledge and low ratings would appear here.',
              )
            : t('Nothing of this kind in this period.')}
        </p>
      )}
      {data?.is_capped && (
        <Notice>
          {t(
            'Only the newest 1,000 replies for each reason are looked at. Choose a shorter period.',
          )}
        </Notice>
      )}
      <ol class="attention-list">
        {questions.map((item) => (
          <Question key={item.id} item={item} onWrite={() => setWriting(writingOf(item))} />
        ))}
        {shown.map((one) => (
          <Contradicting
            key={one.id}
            contradiction={one}
            onWrite={() => setWriting(rightFor(one))}
          />
        ))}
      </ol>
      {isWhole && Boolean(more.error) && <ErrorNotice error={more.error} onRetry={more.refetch} />}
      {isMore && (
        <div class="row">
          <Button
            kind="quiet"
            busy={isWhole && (more.isLoading || more.isLoadingMore)}
            onClick={() => (isWhole ? more.loadMore() : setWhole(true))}
          >
            {t('Show more')}
          </Button>
          <span class="small muted">
            {t('{count} of {all}', {
              count: formatNumber(questions.length + shown.length),
              all: formatNumber(all),
            })}
          </span>
        </div>
      )}
      <p class="sr-only" role="status">
        {isRead &&
          t(
            '{count, plural, =0 {Nothing needs a look} one {# needs a look} other {# need a look}}',
            {
              count: all,
            },
          )}
      </p>
      {writing && (
        <Dialog title={t('Add a question and answer')} onClose={() => setWriting(undefined)}>
          <AddPair
            about={writing.about}
            question={writing.question}
            agents={writing.agents}
            onAdded={writing.finish}
            onClose={() => setWriting(undefined)}
          />
        </Dialog>
      )}
    </section>
  )
}

interface Writing {
  /** What the dialog says above the form. */
  about: string | undefined
  question: string
  agents: string[] | null
  /** Takes the item off the list, once its answer is stored. */
  finish: () => Promise<void>
}

const writingOf = ({ id, question, reply, agent_id }: Item): Writing => ({
  about: reply === null ? undefined : t('The agent said: “{reply}”', { reply }),
  question,
  agents: [agent_id],
  finish: () => dismissQuestion(id),
})

/**
 * A pair with the right figure. Agents that have it need no longer choose between the two
 * sentences.
 */
const rightFor = ({ id, statements }: Contradiction): Writing => ({
  about: t('The knowledge says “{one}” and “{other}”', {
    one: statements[0]!.sentence,
    other: statements[1]!.sentence,
  }),
  question: statements.find(({ kind }) => kind === 'qa')?.title ?? '',
  agents: null,
  finish: () => dismissContradiction(id),
})

const NAMES: Readonly<Record<Look, string>> = {
  all: t('All'),
  failed: t('Failed'),
  rated_low: t('Rated low'),
  ungrounded: t('Not from knowledge'),
  contradictions: t('Contradictions'),
}

const lookIn = (text: string | null): Look =>
  text !== null && text in NAMES ? (text as Look) : 'all'

interface Totals {
  total: number
  /** Each question counts once, so that these numbers add up. */
  main_totals: Record<Reason, number>
}

function countOf(look: Look, { total, main_totals }: Totals, contradictions: number): number {
  if (look === 'all') return total + contradictions
  return look === 'contradictions' ? contradictions : main_totals[look]
}

/** The numbers of questions and contradictions that need a look, by their worst reason. */
export const partsOf = (totals: Totals, contradictions: number): AttentionPart[] =>
  ([...REASONS, 'contradictions'] as const).map((look) => ({
    look,
    count: countOf(look, totals, contradictions),
  }))

export interface AttentionPart {
  look: Exclude<Look, 'all'>
  count: number
}

interface LooksProps {
  look: Look
  onChoose: (look: Look) => void
  data: Totals
  contradictions: number
}

const Looks = ({ look, onChoose, data, contradictions }: LooksProps) => (
  <fieldset class="row">
    <legend class="sr-only">{t('Show')}</legend>
    {(['all', ...REASONS, 'contradictions'] as const).map((one) => {
      const count = countOf(one, data, contradictions)
      if (count === 0 && one !== look && one !== 'all') return null
      return (
        <button
          key={one}
          type="button"
          class="chip"
          aria-pressed={one === look}
          onClick={() => onChoose(one)}
        >
          {NAMES[one]} <strong>{formatNumber(count)}</strong>
        </button>
      )
    })}
  </fieldset>
)

function Question({ item, onWrite }: { item: Item; onWrite: () => void }) {
  const { id, question, counts, asked_at, thread_id, agent_name, reply } = item
  const dismiss = async () => {
    await dismissQuestion(id)
    showToast(t('Dismissed. It is listed again if somebody asks it once more.'))
  }
  return (
    <AttentionItem onWrite={onWrite} dismiss={dismiss}>
      <Link href={`/conversations/${thread_id}?message=${id}`} class="attention-question">
        {question}
      </Link>
      {reply !== null && <p class="small muted attention-reply">{reply}</p>}
      <p class="row small muted">
        <Reasons counts={counts} />
        <span>{agent_name}</span>
        <Time at={asked_at} />
      </p>
    </AttentionItem>
  )
}

function Reasons({ counts: { failed, rated_low, ungrounded } }: Pick<Item, 'counts'>) {
  const times = (name: string, count: number) =>
    count > 1 ? t('{name} {count} ×', { name, count: formatNumber(count) }) : name
  return (
    <>
      {failed > 0 && <Badge kind="bad">{times(NAMES.failed, failed)}</Badge>}
      {rated_low > 0 && <Badge kind="bad">{times(NAMES.rated_low, rated_low)}</Badge>}
      {ungrounded > 0 && <Badge kind="warn">{times(NAMES.ungrounded, ungrounded)}</Badge>}
    </>
  )
}
