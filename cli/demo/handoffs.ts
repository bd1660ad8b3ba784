import type { PastRow } from '../../shared/retention/pastRows.ts'
import { type Calendar, DAY_MS, MINUTE_MS } from './calendar.ts'
import { ANNOUNCEMENT, CASES, type Case, type CaseLanguage, WAITING } from './content/handoffs.ts'
import type { Random } from './random.ts'
import type { Rows } from './threads.ts'

/** How many chats went to people in the month, and how many of these are not finished. */
const COUNTS = { all: 40, waiting: 4, answered: 4 }
/** Minutes that customers wait now, the longest wait first. */
const WAITS = [12, 8, 5, 2]
/** How often a colleague gets a chat. The owner answers seldom. */
const SHARES = [1, 4, 5]

/** A colleague who answers customers. */
interface Colleague {
  id: string
  name: string
}

/** The rows of chats that people had or have, which come in addition to those of the month. */
export interface HandoffRows {
  /** Messages since the agent handed off: of the customer, the agent and people. */
  messages: PastRow[]
  handoffs: PastRow[]
  /** All threads of the month: those that people had or have, with their new state. */
  threads: PastRow[]
  jobs: PastRow[]
}

/** A thread's columns that decide whether it can go to people. */
interface Thread {
  id: string
  agent_id: string
  status: string
  locale: string
  last_seq: number
  active_at: Date
}

const languageOf = ({ locale }: Thread) => locale.slice(0, 2) as CaseLanguage

/**
 * Lets people take over some chats of the month: most are closed again, some are being answered,
 * and the last customers wait.
 */
export function handOver(
  random: Random,
  { until }: Calendar,
  { threads }: Pick<Rows, 'threads'>,
  colleagues: readonly Colleague[],
): HandoffRows {
  const rows: HandoffRows = { messages: [], handoffs: [], threads: [], jobs: [] }
  const changed = new Map<string, PastRow>()
  const all = (threads as unknown as Thread[])
    .filter((thread) => thread.last_seq && languageOf(thread) in CASES)
    .sort((a, b) => a.active_at.getTime() - b.active_at.getTime())
  const present = all
    .filter(({ status, locale }) => ['active', 'open'].includes(status) && locale === 'en-GB')
    .slice(-(COUNTS.waiting + COUNTS.answered))
  const past = all.filter(({ active_at }) => until - active_at.getTime() > DAY_MS)
  for (let left = COUNTS.all - present.length; left > 0; left--) {
    const [thread] = past.splice(random.whole(past.length), 1)
    hold(thread!, random.pick(CASES[languageOf(thread!)]), thread!.active_at.getTime(), 'closed')
  }
  for (const [index, thread] of present.entries()) {
    const isWaiting = index >= COUNTS.answered
    const minutes = isWaiting ? WAITS[index - COUNTS.answered]! : 25 + 15 * index
    // Shortly before the present, but after what was said before.
    const at = Math.max(until - minutes * MINUTE_MS, thread.active_at.getTime())
    const theCase = isWaiting ? WAITING[index - COUNTS.answered]! : CASES.en[index]!
    hold(thread, theCase, at, isWaiting ? 'waiting' : 'answered')
  }
  rows.threads = threads.map((thread) => changed.get((thread as { id: string }).id) ?? thread)
  return rows

  function hold(
    thread: Thread,
    theCase: Case | (typeof WAITING)[number],
    at: number,
    state: 'closed' | 'answered' | 'waiting',
  ): void {
    const chat = makeChat(random, thread, at + 5_000)
    const asked = chat.ask(theCase.asked)
    if (theCase.reason !== 'takeover') chat.announce(asked, ANNOUNCEMENT[languageOf(thread)])
    const begun = chat.now()
    const colleague = state === 'waiting' ? undefined : random.weighted(colleagues, weightOf)
    const reply = colleague && chat.answer(colleague, (theCase as Case).answered)
    const thanked = state === 'closed' ? chat.ask((theCase as Case).thanked) : undefined
    const ended = chat.now()
    const id = random.id(begun)
    rows.messages.push(...chat.messages)
    rows.jobs.push(...chat.jobs)
    rows.handoffs.push({
      id,
      thread_id: thread.id,
      agent_id: thread.agent_id,
      epoch: 1,
      reason: theCase.reason,
      note: null,
      requested_by: theCase.reason === 'takeover' ? 'user' : 'rule',
      assignee_id: colleague?.id ?? null,
      assigned_at: reply ? new Date(reply.at - 20_000) : null,
      questions: thanked ? 1 : 0,
      last_question_id: thanked?.id ?? null,
      replies: reply ? 1 : 0,
      last_reply_id: reply?.id ?? null,
      first_reply_at: reply ? new Date(reply.at) : null,
      returned_at: state === 'closed' ? new Date(ended) : null,
      created_at: new Date(begun),
      updated_at: new Date(ended),
      waiting_since: state === 'waiting' ? new Date(begun) : null,
      // The users of the demo have addresses that do not exist, so no mail is made.
      notified_at: new Date(begun),
    })
    changed.set(thread.id, {
      ...thread,
      status: state === 'closed' ? 'closed' : thread.status,
      handoff_epoch: state === 'closed' ? 2 : 1,
      handoff_id: state === 'closed' ? null : id,
      last_seq: chat.lastSeq(),
      first_open_seq: chat.lastSeq(),
      active_at: new Date(ended),
      updated_at: new Date(ended),
    })
  }

  function weightOf(colleague: Colleague): number {
    return SHARES[colleagues.indexOf(colleague)] ?? 1
  }
}

/** Makes the messages of a chat after those that it has. @param begin when the first one comes */
function makeChat(random: Random, { id: thread_id, agent_id, last_seq }: Thread, begin: number) {
  let at = begin
  let seq = last_seq
  const messages: PastRow[] = []
  const jobs: PastRow[] = []
  function say(role: 'user' | 'assistant' | 'human_agent', content: string, more: PastRow = {}) {
    const message = { id: random.id(at), request_id: random.id(at), at }
    const time = new Date(at)
    seq += 1
    messages.push({
      id: message.id,
      request_id: message.request_id,
      thread_id,
      agent_id,
      seq,
      role,
      status: 'completed',
      content,
      created_at: time,
      updated_at: time,
      completed_at: time,
      in_reply_to: null,
      finish_reason: null,
      author_id: null,
      author_name: null,
      metadata: {},
      citations: [],
      ...more,
    })
    return message
  }
  return {
    messages,
    jobs,
    now: () => at,
    lastSeq: () => seq,
    ask(content: string) {
      at += 20_000 + random.whole(40_000)
      return say('user', content)
    },
    /** Adds the reply by which the agent hands off, and its job. */
    announce(question: { id: string }, content: string) {
      at += 100
      const more = { in_reply_to: question.id, finish_reason: 'handed_off' }
      const { id, request_id } = say('assistant', content, more)
      jobs.push({
        id: random.id(at),
        lane: 'reply',
        target_id: id,
        request_id,
        attempt: 1,
        worker: 'worker-1',
        outcome: 'completed',
        error_code: null,
        wait_ms: 20,
        run_ms: 60,
        created_at: new Date(at),
      })
    },
    answer({ id, name }: Colleague, content: string) {
      at += 60_000 + random.whole(4 * MINUTE_MS)
      return say('human_agent', content, { author_id: id, author_name: name })
    },
  }
}
