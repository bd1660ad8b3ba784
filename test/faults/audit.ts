import { withDb } from '../../shared/lib/db/db.ts'
import { sql } from '../../shared/lib/db/statements.ts'
import { type FakeModel, questionIn } from '../support/servers/model.ts'
import type { Outcome } from './world/clients.ts'
import type { World } from './world/world.ts'

/**
 * The findings of an audit, which compares the database and the model with what the clients know.
 */
export interface Audit {
  /** Messages whose client knows of no reply in the database, or of a different one. */
  lost: number
  /** Messages that are stored more than once, or have any other number of replies than one. */
  doubled: number
  /**
   * Replies that were finished, or asked of the model, before an earlier one of their thread, or
   * that stand in another order than their messages were posted.
   */
  disordered: number
  completed: number
  failed: number
  unfinished: number
  problems: string[]
}

interface Row {
  organization_id: string
  id: string
  thread_id: string
  seq: number
  role: 'user' | 'assistant'
  status: string
  content: string | null
  in_reply_to: string | null
  error: { code: string } | null
  completed_at: Date | null
}

/** A reply with its question. */
interface Pair {
  question: Row
  reply: Row
}

const READ_AT_ONCE = 20

/**
 * Audits a world at the end of a run.
 * @param outcomes of all messages that were posted
 * @param since the clients posted nothing older
 */
export async function audit(
  world: World,
  outcomes: Outcome[],
  since = new Date(0),
): Promise<Audit> {
  const rows = await withDb(
    world.postgres.url,
    (db) =>
      sql<Row>(db)`select * from messages where created_at >= ${since} order by thread_id, seq`,
  )
  const unfinished = await withDb(
    world.postgres.url,
    (db) => sql(db)`select from open_jobs where lane = 'reply'`,
  )
  const counted = await withDb(
    world.postgres.url,
    (db) => sql<{ reply_id: string }>(db)`
      select reply_id from usages where outcome = 'completed' and created_at >= ${since}`,
  )
  const questions = rows.filter(({ role }) => role === 'user')
  const replies = rows.filter(({ role }) => role === 'assistant')
  const byQuestion = groupBy(replies, ({ in_reply_to }) => in_reply_to!)
  const pairs = questions.flatMap((question) =>
    (byQuestion.get(question.id) ?? []).map((reply) => ({ question, reply })),
  )
  const usages = groupBy(counted, ({ reply_id }) => reply_id)
  const completed = replies.filter(({ status }) => status === 'completed')
  const problems = [
    ...completed
      .filter(({ id }) => usages.get(id)?.length !== 1)
      .map(
        ({ id }) =>
          `${usages.get(id)?.length ?? 0} usages are counted for the completed reply ${id}`,
      ),
    ...[...usages.keys()]
      .filter((id) => !completed.some((reply) => reply.id === id))
      .map((id) => `a completed usage is counted for ${id}, which is no completed reply`),
  ]
  const posted = new Set(outcomes.map(({ content }) => content))
  const strays = questions.filter(({ content }) => !posted.has(content!))
  problems.push(
    ...strays.map(({ content }) => `${content} is stored, and its client was told that it is not`),
  )
  const lost = lostOf(outcomes, pairs)
  const doubled = doubledOf(questions, byQuestion)
  const disordered = [
    ...finishedInOrder(pairs),
    ...postedInOrder(outcomes, pairs),
    ...askedInOrder(world.model, pairs),
  ]
  problems.push(...(await differencesForClients(world, rows)))
  return {
    lost: lost.length,
    doubled: doubled.length,
    disordered: disordered.length,
    completed: completed.length,
    failed: replies.filter(({ status }) => status === 'failed').length,
    unfinished: unfinished.length,
    problems: [...lost, ...doubled, ...disordered, ...problems],
  }
}

function lostOf(outcomes: Outcome[], pairs: Pair[]): string[] {
  const byReply = new Map(pairs.map((pair) => [pair.reply.id, pair]))
  return outcomes.flatMap(({ content, replyId, status, text }) => {
    const found = replyId && byReply.get(replyId)
    if (!found) return [`${content} has no reply that its client knows (${replyId ?? 'no id'})`]
    if (found.question.content !== content)
      return [`${content} got the reply to ${found.question.content}`]
    if (found.reply.status !== status)
      return [`${content} is ${found.reply.status}, its client saw ${status}`]
    return found.reply.content === text ? [] : [`${content} has another text than its client saw`]
  })
}

function doubledOf(questions: Row[], byQuestion: Map<string, Row[]>): string[] {
  const twice = [...groupBy(questions, ({ content }) => content!)].filter(
    ([, all]) => all.length > 1,
  )
  return [
    ...twice.map(([content, all]) => `${content} is stored ${all.length} times`),
    ...questions
      .filter(({ id }) => byQuestion.get(id)?.length !== 1)
      .map(({ id, content }) => `${content} has ${byQuestion.get(id)?.length ?? 0} replies`),
  ]
}

/**
 * Finds replies that were completed before an earlier one of their thread was finished. A reply
 * that waits may fail before earlier ones, at its deadline.
 */
function finishedInOrder(pairs: Pair[]): string[] {
  return byThread(pairs).flatMap((thread) =>
    thread.flatMap(({ question, reply }, index) => {
      if (reply.status !== 'completed') return []
      const overtaken = thread.slice(0, index).filter((earlier) => !isBefore(earlier.reply, reply))
      return overtaken.map(
        (earlier) => `${question.content} was answered before ${earlier.question.content}`,
      )
    }),
  )
}

const isBefore = (one: Row, other: Row) =>
  one.completed_at !== null && one.completed_at <= other.completed_at!

/**
 * Finds messages that were posted after another one of their thread was accepted, but placed before
 * it.
 */
function postedInOrder(outcomes: Outcome[], pairs: Pair[]): string[] {
  const seqs = new Map(pairs.map(({ question }) => [question.content, question.seq]))
  return [...groupBy(outcomes, ({ thread }) => thread).values()].flatMap((thread) =>
    thread.flatMap((one) =>
      thread
        .filter(({ acceptedAt }) => acceptedAt && acceptedAt < one.postedAt)
        .filter(({ content }) => seqs.get(content)! > seqs.get(one.content)!)
        .map(
          ({ content }) => `${one.content} was placed before ${content}, after which it was posted`,
        ),
    ),
  )
}

/** Finds prompts that do not contain the reply before their question. */
function askedInOrder({ requests }: FakeModel, pairs: Pair[]): string[] {
  const prompts = groupBy(requests, questionIn)
  return consecutive(pairs).flatMap(([earlier, later]) => {
    if (earlier.reply.status !== 'completed') return []
    const ignorant = (prompts.get(later.question.content!) ?? []).filter(
      ({ messages }) =>
        !messages.some(
          ({ role, content }) => role === 'assistant' && content === earlier.reply.content,
        ),
    )
    return ignorant.map(
      () => `the model was asked ${later.question.content} without the reply before`,
    )
  })
}

/** Each pair with the next one of its thread. */
const consecutive = (pairs: Pair[]): [Pair, Pair][] =>
  byThread(pairs).flatMap((thread) =>
    thread.slice(1).map((later, index) => [thread[index]!, later] satisfies [Pair, Pair]),
  )

/** Groups the pairs by thread, each in the order of the rows. */
const byThread = (pairs: Pair[]) => [
  ...groupBy(pairs, ({ question }) => question.thread_id).values(),
]

/** Compares every thread, as the API lists it, with the rows. */
async function differencesForClients({ clients }: World, rows: Row[]): Promise<string[]> {
  const threads = [...groupBy(rows, ({ thread_id }) => thread_id)]
  const problems: string[] = []
  while (threads.length > 0)
    await Promise.all(
      threads.splice(0, READ_AT_ONCE).map(async ([thread, stored]) => {
        const path = `/api/v1/conversations/${thread}/messages?limit=100`
        const client = clients.find(
          ({ organizationId }) => organizationId === stored[0]!.organization_id,
        )!
        const { body } = await client.send('GET', path)
        const same = (one: Row, read: any) =>
          read?.id === one.id && read.content === one.content && read.status === one.status
        const wrong = stored.slice(0, 100).filter((row, index) => !same(row, body.data?.[index]))
        problems.push(
          ...wrong.map(({ id }) => `the API tells otherwise of message ${id} than its row`),
        )
      }),
    )
  return problems
}

function groupBy<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return groups
}
