import { Bot, Library, MessagesSquare, UserRound } from 'lucide-preact'
import { addressOf } from '../components/threads/filters.ts'
import { whoOf } from '../components/threads/threads.ts'
import { answerOf, api } from '../lib/api.ts'
import { t } from '../lib/texts.tsx'
import { nameOf } from '../pages/customers/nameOf.ts'
import type { CommandGroup } from './commands.ts'

/** The most records of a kind. */
const MOST = 5
/** A shorter text starts no search. */
export const SHORTEST = 2

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the user sees of the records. */
interface Sight {
  seesAll: boolean
  addressOfThread: (id: string, messageId?: string) => string
}

/**
 * Finds records that the user may see for a text: at most 5 customers, conversations and knowledge
 * entries.
 */
export async function findRecords(
  text: string,
  { seesAll, addressOfThread }: Sight,
  signal: AbortSignal,
): Promise<CommandGroup[]> {
  const search = text.slice(0, 200)
  const [customers, threads, entries] = await Promise.all([
    answerOf(api.GET('/api/v1/contexts', { params: { query: { search, limit: MOST } }, signal })),
    UUID.test(search)
      ? readThread(search, signal)
      : answerOf(
          api.GET('/api/v1/threads', { params: { query: { search, limit: MOST } }, signal }),
        ),
    seesAll
      ? answerOf(
          api.GET('/api/v1/knowledge', { params: { query: { search, limit: MOST } }, signal }),
        )
      : { data: [] },
  ])
  const pathOf = ({ id, match }: (typeof threads.data)[number]) =>
    match && seesAll
      ? `${addressOfThread(id)}${addressOf({ search }, { message: match.message_id })}`
      : addressOfThread(id)
  return [
    {
      name: t('Customers'),
      commands: customers.data.map((context) => {
        const [id, name] = [context.id, nameOf(context)]
        const hint = name === context.user_reference ? undefined : context.user_reference
        return { id, name, hint, icon: UserRound, path: `/customers/${id}` }
      }),
    },
    {
      name: t('Conversations'),
      commands: threads.data.map((thread) => ({
        id: thread.id,
        icon: MessagesSquare,
        name: (thread.headline || thread.id).slice(0, 120),
        hint: [whoOf(thread), thread.agent_name].join(' · '),
        // The reader sees why it was found.
        ...(thread.match &&
          thread.match.text !== thread.headline && { excerpt: thread.match.text }),
        found: search,
        path: pathOf(thread),
      })),
    },
    {
      name: t('Knowledge'),
      commands: entries.data.map(({ id, kind, title }) => ({
        id,
        icon: Library,
        name: title || t('Untitled entry'),
        path: `/knowledge/${kind}/${id}`,
      })),
    },
  ]
}

/** Reads the conversation with this id, if it exists. */
const readThread = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/threads/{id}', { params: { path: { id } }, signal })).then(
    ({ data }) => ({ data: [data] }),
    () => ({ data: [] }),
  )

/** Returns the agents as commands. */
export const agentCommands = (
  agents: readonly { id: string; name: string; description?: string | null }[],
): CommandGroup => ({
  name: t('Agents'),
  commands: agents.map(({ id, name, description }) => ({
    id,
    name,
    icon: Bot,
    path: `/agents/${id}`,
    hint: description ?? undefined,
  })),
})
