import { answerOf, api, dataOf, type Schemas } from '../../lib/api.ts'
import { renewThread } from '../threads/loaded.ts'

export type Kind = 'session' | 'conversation'
export type Reply = Schemas['ConversationReply'] | Schemas['SessionReply']
type HumanMessage = Schemas['ConversationHumanMessage'] | Schemas['SessionHumanMessage']
export type Message =
  | Reply
  | HumanMessage
  | Schemas['ConversationQuestion']
  | Schemas['SessionQuestion']
export type Feedback = Schemas['ConversationFeedback'] | Schemas['SessionFeedback']

const PAGE = 50

interface PageOfMessages {
  /** The message at which the page begins. */
  after?: string
  order?: 'asc' | 'desc'
  limit?: number
}

/** Reads a page of a thread's messages with internal notes, newest first unless asked otherwise. */
export function readMessages(kind: Kind, id: string, page: PageOfMessages) {
  const query = { limit: PAGE, order: 'desc' as const, visibility: 'all' as const, ...page }
  return kind === 'session'
    ? answerOf(
        api.GET('/api/v1/sessions/{session_id}/messages', {
          params: { path: { session_id: id }, query },
        }),
      )
    : answerOf(
        api.GET('/api/v1/conversations/{conversation_id}/messages', {
          params: { path: { conversation_id: id }, query },
        }),
      )
}

export const readMessage = (kind: Kind, thread: string, id: string): Promise<Message> =>
  kind === 'session'
    ? dataOf(
        api.GET('/api/v1/sessions/{session_id}/messages/{id}', {
          params: { path: { session_id: thread, id } },
        }),
      )
    : dataOf(
        api.GET('/api/v1/conversations/{conversation_id}/messages/{id}', {
          params: { path: { conversation_id: thread, id } },
        }),
      )

/** Reads all feedback of a thread, oldest first. */
export async function readFeedback(kind: Kind, id: string): Promise<Feedback[]> {
  const all: Feedback[] = []
  let after: string | undefined
  do {
    const query = { limit: 100, order: 'asc' as const, ...(after && { after }) }
    const { data, pagination } = await (kind === 'session'
      ? answerOf(
          api.GET('/api/v1/sessions/{session_id}/feedback', {
            params: { path: { session_id: id }, query },
          }),
        )
      : answerOf(
          api.GET('/api/v1/conversations/{conversation_id}/feedback', {
            params: { path: { conversation_id: id }, query },
          }),
        ))
    all.push(...data)
    after = pagination.next_cursor ?? undefined
  } while (after)
  return all
}

export const cancelReply = (kind: Kind, thread: string, id: string) =>
  kind === 'session'
    ? dataOf(
        api.DELETE('/api/v1/sessions/{session_id}/messages/{id}', {
          params: { path: { session_id: thread, id } },
        }),
      )
    : dataOf(
        api.DELETE('/api/v1/conversations/{conversation_id}/messages/{id}', {
          params: { path: { conversation_id: thread, id } },
        }),
      )

export async function closeThread(kind: Kind, id: string): Promise<void> {
  const params = { path: { id } }
  const body = { status: 'closed' } as const
  if (kind === 'session') await dataOf(api.PATCH('/api/v1/sessions/{id}', { params, body }))
  else await dataOf(api.PATCH('/api/v1/conversations/{id}', { params, body }))
  await renewThread(id)
}

export async function deleteThread(kind: Kind, id: string): Promise<void> {
  const params = { path: { id } }
  if (kind === 'session') await dataOf(api.DELETE('/api/v1/sessions/{id}', { params }))
  else await dataOf(api.DELETE('/api/v1/conversations/{id}', { params }))
}
