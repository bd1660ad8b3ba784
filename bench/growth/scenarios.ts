import { seed } from '../load/seed.ts'
import type { Stack } from '../load/stack.ts'
import { type Grown, pathOf } from './grown.ts'

const MANY = 50

/** The address and paths to which the clients of a measurement post. */
export interface Target {
  headers: Record<string, string>
  paths: string[]
  spread?: boolean
}

export interface Growth {
  title: string
  clients: number
  /** `hundredth`: a grown database with a hundredth of the rows. */
  database: 'small' | 'hundredth' | 'grown'
  /** The scenario that its cost is compared with. */
  against?: string
  /** @param address of an API on that database */
  target(address: string, stack: Stack, grown: Grown): Promise<Target>
}

/** More than a measurement has messages, so that each message is the first in its thread. */
const MAX_THREADS = 20_000

const inNew = (address: string, headers: Record<string, string>, clients: number) =>
  seed(address, headers, { entries: 0, conversations: clients })

const newThreads =
  (clients: number, database: Growth['database']): Growth['target'] =>
  async (address, { seeded }, grown) => {
    const { headers } = database === 'grown' ? grown : seeded
    return { headers, paths: await inNew(address, headers, clients) }
  }

/** Threads of the organization whose knowledge grows. Its documents are all of one kind. */
const newThreadsOfLibrary: Growth['target'] = async (address, _, { library: { headers } }) => ({
  headers,
  paths: await inNew(address, headers, MANY),
})

/** Existing conversations, in random order. */
const oldThreads =
  (condition: string): Growth['target'] =>
  async (_, stack, { name, headers }) => {
    const rows = await stack.query<{ id: string }>(
      name,
      `select t.id from threads t join organizations o on o.id = t.organization_id
        where o.name = 'Bench' and t.status = 'open' and ${condition} order by random() limit ${MAX_THREADS}`,
    )
    return { headers, paths: rows.map(({ id }) => pathOf(id)), spread: true }
  }

export const GROWTH: Growth[] = [
  {
    title: 'new threads, small database',
    clients: MANY,
    database: 'small',
    target: newThreads(MANY, 'small'),
  },
  {
    title: 'new threads',
    clients: MANY,
    database: 'grown',
    against: 'new threads, small database',
    target: newThreads(MANY, 'grown'),
  },
  {
    title: 'all threads in turn',
    clients: MANY,
    database: 'grown',
    against: 'new threads, small database',
    target: oldThreads('true'),
  },
  {
    title: 'short threads in turn',
    clients: MANY,
    database: 'grown',
    against: 'new threads, small database',
    target: oldThreads('last_seq <= 10'),
  },
  {
    title: 'new threads, organization with a hundredth of the chunks',
    clients: MANY,
    database: 'hundredth',
    target: newThreadsOfLibrary,
  },
  {
    title: 'new threads, organization with all chunks',
    clients: MANY,
    database: 'grown',
    against: 'new threads, organization with a hundredth of the chunks',
    target: newThreadsOfLibrary,
  },
  {
    title: '1 client, new thread, small database',
    clients: 1,
    database: 'small',
    target: newThreads(1, 'small'),
  },
  {
    title: '1 client, longest thread',
    clients: 1,
    database: 'grown',
    against: '1 client, new thread, small database',
    target: async (_, __, { headers, longestPath }) => ({ headers, paths: [longestPath] }),
  },
]
