import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bareEnvironment } from '../../test/support/product/processes.ts'
import { readQuestionSet } from '../knowledge/questionSet.ts'

const shell = promisify(execFile)

/**
 * The credentials and paths of the clients: an organization as its owners would have set it up,
 * made entirely through the API.
 */
export interface Seeded {
  headers: Record<string, string>
  /** Conversations, one per client. */
  paths: string[]
}

/** The agent of all conversations. */
export const AGENT = {
  name: 'Ada',
  tone: 'friendly',
  language: 'en',
  description: 'Helps customers of a shop with orders, parcels and returns.',
  instructions: 'Answer briefly, and only by what the knowledge says.',
  default_tasks: ['answer_questions'],
}

/** One in this many conversations belongs to a user with known traits. */
const TRAITS_EVERY = 4

/** Returns the traits of a conversation's user; undefined: they are unknown. */
export const traitsOf = (index: number) =>
  index % TRAITS_EVERY === 0
    ? { name: `Customer ${index}`, tier: 'gold', city: 'Leipzig', orders: index }
    : undefined

const AT_ONCE = 8
/** More questions than can be asked in an hour. */
export const NO_LIMIT = 2_000_000_000

const { paragraphs, questions } = readQuestionSet(
  new URL('../data', import.meta.url).pathname,
  'en',
)

/** Questions written by people. The knowledge answers the first of them. */
export const QUESTIONS = questions.map(({ text }) => text)

/**
 * Questions and answers for the knowledge. Each answer is the part of its paragraph around the
 * expected words.
 */
export function pairs(count: number): { question: string; answer: string }[] {
  return questions.slice(0, count).map(({ text, paragraph, answers }) => {
    const context = paragraphs[paragraph]!
    const at = context.indexOf(answers[0]!)
    const answer = context.slice(Math.max(0, at - 120), at + answers[0]!.length + 120).trim()
    return { question: text, answer }
  })
}

export async function makeApplication(
  env: Record<string, string>,
): Promise<Record<string, string>> {
  const args = [
    'create-application',
    '--organization',
    'Bench',
    '--hourly-limit',
    String(NO_LIMIT),
    '--json',
  ]
  const { stdout } = await shell('node', ['dist/cli/admin.js', ...args], {
    env: { ...bareEnvironment(), ...env },
  })
  const { client_id, client_secret } = JSON.parse(stdout)
  return { 'x-api-key': client_id, 'x-api-secret': client_secret }
}

export async function seed(
  address: string,
  headers: Record<string, string>,
  { entries, conversations }: { entries: number; conversations: number },
): Promise<string[]> {
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await fetch(`${address}/api/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { data: { id: string } }
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer.data
  }
  const agent = await post('agents', AGENT)
  await all(pairs(entries), (pair) => post('knowledge/qa', pair))
  const indices = Array.from({ length: conversations }, (_, index) => index)
  const made = await all(indices, async (index) => {
    const body: Record<string, string> = { agent_id: agent.id, customer_id: `customer-${index}` }
    const traits = traitsOf(index)
    if (traits) {
      body.user_context_id = (
        await post('contexts', { user_reference: `user-${index}`, traits })
      ).id
    }
    return post('conversations', body)
  })
  return made.map(({ id }) => `/api/v1/conversations/${id}/messages`)
}

/** Runs the work for all items, a few at a time, and keeps their order. */
async function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
