import type { PastRow } from '../../shared/retention/pastRows.ts'
import { type Calendar, DAY_MS, isWeekend, MINUTE_MS } from './calendar.ts'
import { COMMENTS, GREETINGS, THANKS } from './content/people.ts'
import type { AgentStory, Language, Topic } from './content/story.ts'
import { type Customer, makeCustomers } from './customers.ts'
import type { Random } from './random.ts'
import { type Answered, answer, type Source } from './replies.ts'

export interface StoryAgent {
  id: string
  story: AgentStory
}

/** A thread that was held, to make its requests from. */
export interface HeldThread {
  kind: 'session' | 'conversation'
  start: number
  replies: Answered['reply'][]
  ratings: number[]
}

/** The rows of a month, by their tables, in the order in which they can be stored. */
export interface Rows {
  contexts: PastRow[]
  threads: PastRow[]
  messages: PastRow[]
  feedback: PastRow[]
  usages: PastRow[]
  jobs: PastRow[]
}

const LOCALES: Record<Language, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
}
/** Days without a message after which a session expires, as SESSION_IDLE_DAYS is by default. */
const IDLE_DAYS = 7
/** The number of questions in a thread, drawn from this list. */
const QUESTIONS = [1, 1, 1, 2, 2, 3, 4]

/** Most questions can be answered from the knowledge. */
const weightOf = ({ weight = 1, source }: Topic) => (source ? weight : weight / 2)

/**
 * Picks the questions of a thread in order. Where nothing was known, the same question often comes
 * again.
 */
function turns(
  random: Random,
  first: Topic,
  { topics }: AgentStory,
): { topic: Topic; ask: string }[] {
  const others = topics.filter((topic) => topic !== first && topic.language === first.language)
  const asked = [{ topic: first, ask: random.pick(first.asks) }]
  for (let left = random.pick(QUESTIONS) - 1; left > 0; left--) {
    const last = asked.at(-1)!.topic
    const again =
      last.source === null && last.asks.find((ask) => !asked.some((turn) => turn.ask === ask))
    if (again && random.chance(0.4)) asked.push({ topic: last, ask: again })
    else if (others.length) {
      const topic = random.weighted(others, weightOf)
      others.splice(others.indexOf(topic), 1)
      asked.push({ topic, ask: random.pick(topic.asks) })
    }
  }
  return asked
}

function politely(random: Random, ask: string, language: Language): string {
  const before = random.chance(0.25) ? random.pick(GREETINGS[language]) : ''
  return `${before}${ask}${random.chance(0.12) ? THANKS[language] : ''}`
}

function endOf(random: Random, until: number, { kind, start, replies }: HeldThread) {
  const active = replies.at(-1)?.at ?? start
  const idleUntil = active + IDLE_DAYS * DAY_MS
  const isOver = replies.length > 0 && until - active > DAY_MS && random.chance(0.45)
  const open = kind === 'session' ? 'active' : 'open'
  const status = isOver ? 'closed' : kind === 'session' && idleUntil < until ? 'expired' : open
  const updated = status === 'expired' ? idleUntil : active
  return {
    status,
    last_seq: 2 * replies.length,
    first_open_seq: 2 * replies.length,
    handoff_epoch: 0,
    handoff_id: null as string | null,
    created_at: new Date(start),
    active_at: new Date(active),
    updated_at: new Date(updated),
  }
}

/** Holds a month's threads. @param sourceOf the entry that answers a topic */
export function holdThreads(
  random: Random,
  calendar: Calendar,
  agents: readonly StoryAgent[],
  sourceOf: (topic: Topic) => Source | undefined,
): { rows: Rows; held: HeldThread[] } {
  const customers = makeCustomers(random)
  const rows: Rows = { contexts: [], threads: [], messages: [], feedback: [], usages: [], jobs: [] }
  const held = calendar.starts.map((start) => {
    const awake = agents.filter(({ story }) => !(story.isWeekdaysOnly && isWeekend(start)))
    const agent = random.weighted(awake, ({ story }) => story.share)
    return hold(start, agent)
  })
  rows.contexts = customers.contexts()
  return { rows, held }

  function hold(start: number, { id: agentId, story }: StoryAgent): HeldThread {
    const first = random.weighted(story.topics, weightOf)
    const { language } = first
    const isKnown = story.asked === 'customers' || (story.asked === 'both' && random.chance(0.4))
    const customer = isKnown ? customers.pick(story, language, start) : undefined
    const threadId = random.id(start)
    const visitor = `visitor-${random.id(start).slice(-12)}`
    const thread: HeldThread = {
      kind: isKnown ? 'conversation' : 'session',
      start,
      replies: [],
      ratings: [],
    }
    let at = start + 4_000 + random.whole(20_000)
    for (const [index, { topic, ask }] of turns(random, first, story).entries()) {
      if (at > calendar.until - MINUTE_MS / 2) break
      const question = index === 0 ? politely(random, ask, language) : ask
      const exchange = { at, question, topic, agentId, threadId, seq: 2 * index + 1 }
      const made = answer(random, calendar, exchange, {
        agent: story.fields.name,
        source: sourceOf(topic),
      })
      rows.messages.push(...made.messages)
      rows.usages.push(...made.usages)
      rows.jobs.push(...made.jobs)
      thread.replies.push(made.reply)
      const rating = rate(made.reply, topic, threadId, customer?.reference ?? visitor)
      if (rating) thread.ratings.push(rating)
      at = made.reply.completed + 15_000 + random.whole(3 * MINUTE_MS)
    }
    rows.threads.push({
      id: threadId,
      agent_id: agentId,
      kind: thread.kind,
      locale: LOCALES[language],
      ...whoOf(customer, visitor),
      ...endOf(random, calendar.until, thread),
    })
    return thread
  }

  function rate(
    reply: Answered['reply'],
    { source, language }: Topic,
    threadId: string,
    reviewer: string,
  ) {
    if (reply.status !== 'completed' || !random.chance(0.2)) return undefined
    const rating = random.pick(source ? [5, 5, 5, 5, 5, 5, 4, 4, 4, 3, 2] : [1, 1, 2, 2, 3, 3])
    const { low, high } = COMMENTS[language]
    const said = rating <= 2 ? low : rating >= 4 ? high : undefined
    const at = reply.completed + 3_000 + random.whole(30_000)
    const time = new Date(Math.min(at, calendar.until))
    rows.feedback.push({
      id: random.id(time.getTime()),
      thread_id: threadId,
      message_id: reply.id,
      reviewer,
      rating,
      comment: said && random.chance(0.4) ? random.pick(said) : null,
      created_at: time,
      updated_at: time,
    })
    return rating
  }
}

const whoOf = (customer: Customer | undefined, visitor: string) => ({
  visitor_id: customer ? null : visitor,
  subject: customer ? null : visitor,
  customer_id: customer?.reference ?? null,
  user_context_id: customer?.id ?? null,
})
