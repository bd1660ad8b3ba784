import { storeLimitEvents, storeRequests } from '../../shared/analytics/recording.ts'
import { saveContradictions } from '../../shared/knowledge/contradictions.ts'
import { countEntries } from '../../shared/knowledge/entries.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import {
  findChunkWith,
  insertPast,
  replaceOrganization,
  savePastUses,
} from '../../shared/retention/pastRows.ts'
import { DAY_MS, makeCalendar } from './calendar.ts'
import { TEAM } from './content/people.ts'
import { handOver } from './handoffs.ts'
import { makeRandom } from './random.ts'
import { makeRequests } from './requests.ts'
import { setUp } from './setup.ts'
import { holdThreads } from './threads.ts'

/**
 * The organization of the month. All other ids are random, so only this organization can have this
 * id, and only an earlier demo month is ever replaced.
 */
export const DEMO_MONTH = { id: '00000000-0000-7000-8000-00006772656e', name: 'Greenleaf (demo)' }
export const DEMO_MONTH_OWNER = TEAM[0].email

export interface DemoMonth {
  counts: {
    threads: number
    messages: number
    handoffs: number
    ratings: number
    requests: number
    entries: number
  }
  entryIds: ReadonlyMap<string, string>
}

export interface DemoMonthOptions {
  /** The same seed and `until` make the same month. */
  seed: number
  /** When it ends, in milliseconds since 1970. */
  until: number
  /** The password hash of the owner and the other users. */
  passwordHash: string
}

/**
 * Makes the organization `DEMO_MONTH` with a month of conversations, in one transaction, and
 * replaces the organization of an earlier call. Queues its knowledge for indexing and its hours for
 * rolling up.
 */
export async function makeDemoMonth(
  db: Db,
  { seed, until, passwordHash }: DemoMonthOptions,
): Promise<DemoMonth> {
  const random = makeRandom(seed)
  const calendar = makeCalendar(random, until)
  const { begin } = calendar
  const organizationId = DEMO_MONTH.id
  return db.transaction(async (transaction) => {
    await replaceOrganization(transaction, {
      ...DEMO_MONTH,
      created_at: new Date(begin - 15 * DAY_MS),
    })
    const { agents, applications, colleagues, sourceOf, entryIds } = await setUp(transaction, {
      random,
      organizationId,
      begin,
      until,
      passwordHash,
    })
    const { rows, held } = holdThreads(random, calendar, agents, sourceOf)
    // Numbers of its own, so that what people do changes nothing that was asked before.
    const handed = handOver(makeRandom(seed + 1), calendar, rows, colleagues)
    rows.threads = handed.threads
    for (const table of ['contexts', 'threads', 'messages', 'feedback', 'usages', 'jobs'] as const)
      await insertPast(transaction, organizationId, table, rows[table])
    for (const table of ['messages', 'jobs', 'handoffs'] as const)
      await insertPast(transaction, organizationId, table, handed[table])
    await savePastUses(transaction, organizationId)
    const { requests, limits } = makeRequests(random, calendar, organizationId, applications, held)
    await storeRequests(transaction, requests)
    await storeLimitEvents(transaction, limits)
    return {
      entryIds,
      counts: {
        threads: rows.threads.length,
        messages: rows.messages.length + handed.messages.length,
        handoffs: handed.handoffs.length,
        ratings: rows.feedback.length,
        requests: requests.length,
        entries: entryIds.size,
      },
    }
  })
}

/** Sentences that give different figures for the same thing, with their entries. */
const CONTRADICTIONS = [
  [
    {
      entry: 'What does delivery cost?',
      sentence: 'Delivery costs 4.90 euros.',
      figures: ['4.90'],
    },
    { entry: 'Terms of delivery 2025', sentence: 'Delivery costs 5.90 euros.', figures: ['5.90'] },
  ],
  [
    {
      entry: 'Can I return a plant?',
      sentence: 'You can return any plant within 14 days',
      figures: ['14'],
    },
    {
      entry: 'Terms of delivery 2025',
      sentence: 'You can return any plant within 30 days.',
      figures: ['30'],
    },
  ],
] as const

/**
 * Waits for the workers to index the knowledge, and then stores its contradictions, which indexing
 * would delete.
 * @param patienceMs milliseconds without an indexed entry after which it gives up
 * @returns whether all is indexed
 */
export async function untilDemoMonthIsIndexed(
  db: Db,
  { entryIds }: DemoMonth,
  patienceMs: number,
): Promise<boolean> {
  let before = Number.POSITIVE_INFINITY
  for (let until = Date.now() + patienceMs; before > 0; ) {
    const { processing } = await countEntries(db, DEMO_MONTH.id)
    if (processing < before) until = Date.now() + patienceMs
    else if (Date.now() > until) return false
    before = processing
    if (processing) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const pairs = await Promise.all(
    CONTRADICTIONS.map((pair) =>
      Promise.all(
        pair.map(async ({ entry, sentence, figures }) => {
          const entry_id = entryIds.get(entry)!
          const chunk_id = await findChunkWith(db, DEMO_MONTH.id, entry_id, sentence)
          return { entry_id, chunk_id: chunk_id!, sentence, figures: [...figures] }
        }),
      ),
    ),
  )
  await saveContradictions(db, DEMO_MONTH.id, pairs)
  return true
}
