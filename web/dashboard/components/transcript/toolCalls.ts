import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import type { Kind } from './messages.ts'

export type ToolCall = Schemas['ToolCall']

/** The calls that people may have to decide or to settle: those of the inbox. */
export const OPEN_CALLS = ['inbox', 'calls'] as const
const MAX_OPEN = 100

/** Reads the newest calls that wait for a person, or whose outcome is unknown. */
export async function readOpenCalls(): Promise<ToolCall[]> {
  const [waiting, unknown] = await Promise.all([
    readCalls({ state: 'waiting', decides: 'person' }),
    readCalls({ state: 'unknown' }),
  ])
  return [...waiting, ...unknown].sort((one, other) => (one.id < other.id ? 1 : -1))
}

async function readCalls(filter: {
  state: ToolCall['state']
  decides?: 'person'
}): Promise<ToolCall[]> {
  const query = { ...filter, limit: MAX_OPEN }
  return (await answerOf(api.GET('/api/v1/tool-calls', { params: { query } }))).data
}

/** Reads a call with who decided it, and its result. */
export const readCall = (id: string): Promise<Schemas['WholeToolCall']> =>
  dataOf(api.GET('/api/v1/tool-calls/{id}', { params: { path: { id } } }))

/** Where a reply is that asked for calls. */
export interface ReplyPlace {
  kind: Kind
  threadId: string
  replyId: string
}

/**
 * Approves or denies an action. Does not wait for the reply that continues.
 * @returns that reply, or the same reply while other calls of it wait
 */
export async function decideAction(
  { kind, threadId, replyId: id }: ReplyPlace,
  { call_id, digest }: Pick<Schemas['ReplyAction'], 'call_id' | 'digest'>,
  decision: 'approve' | 'deny',
): Promise<Schemas['ConversationReply'] | Schemas['SessionReply']> {
  const body = { call_id, digest: digest!, decision }
  const header = { Prefer: 'respond-async' }
  const reply = await (kind === 'session'
    ? dataOf(
        api.POST('/api/v1/sessions/{session_id}/messages/{id}/decisions', {
          params: { path: { session_id: threadId, id }, header },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/v1/conversations/{conversation_id}/messages/{id}/decisions', {
          params: { path: { conversation_id: threadId, id }, header },
          body,
        }),
      ))
  await renewCalls(threadId)
  return reply
}

/** Stores what a person has found out about a call whose outcome is unknown. */
export async function settleCall(
  threadId: string,
  id: string,
  outcome: 'happened' | 'not_happened',
  note: string,
): Promise<void> {
  const body = { outcome, ...(note && { note }) }
  await dataOf(api.POST('/api/v1/tool-calls/{id}/settle', { params: { path: { id } }, body }))
  await renewCalls(threadId)
}

const renewCalls = (threadId: string) =>
  Promise.all(
    [OPEN_CALLS, ['inbox', 'counts'], ['calls'], ['messages', threadId]].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
