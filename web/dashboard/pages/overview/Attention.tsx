import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { Check, CircleCheck, PenLine } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter-preact'
import { answerOf, api, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import type { Period } from '../../components/charts/Period.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { tell } from '../../components/Toasts.tsx'
import { formatNumber } from '../../format.ts'
import { useRights } from '../../session.tsx'
import { t } from '../../texts.tsx'
import { AddPair } from '../knowledge/add/AddPair.tsx'
import { Contradicting, type Contradiction } from './Contradicting.tsx'
import { dismissContradiction, dismissQuestion } from './dismiss.ts'
import { windowOf } from './links.ts'

type Item = Schemas['AttentionItem']

const REASONS = ['failed', 'rated_low', 'ungrounded'] as const
type Reason = (typeof REASONS)[number]
/** What the list shows: questions for one reason, contradictions, or all. */
type Look = Reason | 'contradictions' | 'all'

/** Rows before "Show all", and at most. */
const FEW = 5
const MOST = 100

export interface AttentionQuery {
  period: Pick<Period, 'key' | 'ask'>
  agent: string | undefined
}

/** Reads the questions that need a look. */
export const useAttention = ({ period, agent }: AttentionQuery, reason?: Reason, limit = FEW) =>
  useQuery({
    queryKey: ['attention', period.key, agent, reason, limit],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/attention', {
          params: {
            query: {
              ...windowOf(period),
              limit,
              ...(agent && { agent_id: agent }),
              ...(reason && { reason }),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Reads the newest contradictions in the knowledge, which belong to no period. */
export const useContradictions = () =>
  useQuery({
    queryKey: ['knowledge', 'contradictions', 'newest'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/knowledge/contradictions', { params: { query: { limit: MOST } } })))
        .data,
    staleTime: 30_000,
  })

/** The questions that need a look, each with a button that writes its answer. */
export function Attention({ query }: { query: AttentionQuery }) {
  const [params, setParams] = useSearchParams()
  const [isWhole, setWhole] = useState(false)
  const [writing, setWriting] = useState<Writing>()
  const look = lookIn(params.get('look'))
  const reason = look === 'all' || look === 'contradictions' ? undefined : look
  const asked = useAttention(query, reason, isWhole ? MOST : FEW)
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
  const questions = look === 'contradictions' ? [] : (data?.data ?? [])
  const rows = look === 'all' || look === 'contradictions' ? contradictions : []
  const shown = rows.slice(0, isWhole ? MOST : Math.max(0, FEW - questions.length))
  const all = data ? countOf(look, data, contradictions.length) : 0
  /** Questions that the list has no room for. */
  const left = data ? Math.max(0, countOf(look, data, 0) - MOST) : 0
  return (
    <section class="card attention" id="needs-a-look" aria-labelledby="attention">
      <header>
        <h2 id="attention">{t('Needs a look')}</h2>
        {data && <Looks look={look} onChoose={choose} data={data} contradictions={contradictions.length} />}
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
          {t('Only the newest 1,000 replies for each reason are looked at. Choose a shorter period.')}
        </Notice>
      )}
      <ol class="attention-list">
        {questions.map((item) => (
          <Question key={item.id} item={item} onWrite={() => setWriting(writingOf(item))} />
        ))}
        {shown.map((one) => (
          <Contradicting key={one.id} contradiction={one} onWrite={() => setWriting(rightFor(one))} />
        ))}
      </ol>
      {!isWhole && all > FEW && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {left > 0
            ? t('Show the first {count} of {all}', {
                count: formatNumber(all - left),
                all: formatNumber(all),
              })
            : t('Show all {count}', { count: formatNumber(all) })}
        </Button>
      )}
      <p class="sr-only" role="status">
        {isRead &&
          t('{count, plural, =0 {Nothing needs a look} one {# needs a look} other {# need a look}}', {
            count: all,
          })}
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

/** A pair with the right figure. Agents that have it need no longer choose between the two sentences. */
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

const lookIn = (text: string | null): Look => (text !== null && text in NAMES ? (text as Look) : 'all')

interface Totals {
  total: number
  totals: Record<Reason, number>
}

function countOf(look: Look, { total, totals }: Totals, contradictions: number): number {
  if (look === 'all') return total + contradictions
  return look === 'contradictions' ? contradictions : totals[look]
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
  const { mayChange } = useRights()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { question, counts, asked_at, thread_id, agent_name, reply } = item
  const drop = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await dismissQuestion(item.id)
      tell(t('Dismissed. It is listed again if somebody asks it once more.'))
    } catch (cause) {
      setError(cause)
      setBusy(false)
    }
  }
  return (
    <li>
      <div class="attention-item">
        <Link href={`/conversations/${thread_id}?message=${item.id}`} class="attention-question">
          {question}
        </Link>
        {reply !== null && <p class="small muted attention-reply">{reply}</p>}
        <p class="row small muted">
          <Reasons counts={counts} />
          <span>{agent_name}</span>
          <Time at={asked_at} />
        </p>
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
      {mayChange && (
        <div class="row no-wrap">
          <Button icon={PenLine} onClick={onWrite}>
            {t('Write the answer')}
          </Button>
          <Button kind="quiet" icon={Check} label={t('Dismiss')} busy={busy} onClick={drop} />
        </div>
      )}
    </li>
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
