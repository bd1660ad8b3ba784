import { Bot, Library, MessagesSquare, UserRound } from 'lucide-preact'
import { answerOf, api } from '../api.ts'
import { t } from '../texts.tsx'
import type { CommandGroup } from './commands.ts'

/** The most records of a kind. */
const MOST = 5
/** A shorter text is not searched for. */
export const SHORTEST = 2

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Records that the service finds for a text: at most 5 customers, conversations and knowledge entries. */
export async function findRecords(text: string, signal: AbortSignal): Promise<CommandGroup[]> {
  const search = text.slice(0, 200)
  const [customers, threads, entries] = await Promise.all([
    answerOf(api.GET('/api/v1/contexts', { params: { query: { search, limit: MOST } }, signal })),
    UUID.test(search)
      ? readThread(search, signal)
      : answerOf(api.GET('/api/v1/threads', { params: { query: { text: search, limit: MOST } }, signal })),
    answerOf(api.GET('/api/v1/knowledge', { params: { query: { search, limit: MOST } }, signal })),
  ])
  return [
    {
      name: t('Customers'),
      commands: customers.data.map(({ id, user_reference, traits }) => ({
        ...{ id, name: user_reference, icon: UserRound, path: `/customers/${id}` },
        hint: typeof traits.name === 'string' ? traits.name : undefined,
      })),
    },
    {
      name: t('Conversations'),
      commands: threads.data.map(({ id, title, customer_id, visitor_id, last_message, agent_name }) => ({
        ...{ id, icon: MessagesSquare, path: `/conversations/${id}` },
        name: (title || last_message?.text || id).slice(0, 120),
        hint: [customer_id ?? visitor_id, agent_name].filter(Boolean).join(' · '),
      })),
    },
    {
      name: t('Knowledge'),
      commands: entries.data.map(({ id, kind, title }) => ({
        ...{ id, icon: Library, name: title || t('Untitled entry'), path: `/knowledge/${kind}/${id}` },
      })),
    },
  ]
}

/** The conversation with this id, if there is one. */
const readThread = (id: string, signal: AbortSignal) =>
  answerOf(api.GET('/api/v1/threads/{id}', { params: { path: { id } }, signal })).then(
    ({ data }) => ({ data: [data] }),
    () => ({ data: [] }),
  )

/** The agents as commands. */
export const agentCommands = (
  agents: readonly { id: string; name: string; description?: string | null }[],
): CommandGroup => ({
  name: t('Agents'),
  commands: agents.map(({ id, name, description }) => ({
    ...{ id, name, icon: Bot, path: `/agents/${id}`, hint: description ?? undefined },
  })),
})
