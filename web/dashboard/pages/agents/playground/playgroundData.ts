import { answerOf, api, dataOf, type Schemas } from '../../../lib/api.ts'
import type { Question, Reply } from './streamReply.ts'

export type Conversation = Schemas['Conversation']
export type Trace = Schemas['ReplyTrace']

/** Distinguishes these conversations from others that a user of the dashboard opened. */
export const METADATA = { source: 'playground' }
/**
 * Returns the customer of these conversations. Each user of the dashboard is a customer of their
 * own.
 */
export const customerOf = (email: string) => `playground:${email}`

const MAX_TITLE = 80
/** The most messages of an earlier conversation that are shown. */
const MAX_MESSAGES = 60

export const isPlayground = ({ metadata }: Conversation) =>
  (metadata as { source?: unknown }).source === METADATA.source

export const openConversation = (
  agent_id: string,
  email: string,
  question: string,
  user_context_id: string | null,
): Promise<Conversation> =>
  dataOf(
    api.POST('/api/v1/conversations', {
      body: {
        agent_id,
        customer_id: customerOf(email),
        title: question.slice(0, MAX_TITLE),
        ...(user_context_id ? { user_context_id } : {}),
        metadata: METADATA as never,
      },
    }),
  )

/** Stores the user's traits for the playground, in one context for all of their conversations. */
export const putTraits = async (email: string, traits: object): Promise<string> =>
  (
    await dataOf(
      api.POST('/api/v1/contexts', {
        body: { user_reference: customerOf(email), traits: traits as never },
      }),
    )
  ).id

export const readTraits = async (id: string): Promise<object> =>
  (await dataOf(api.GET('/api/v1/contexts/{id}', { params: { path: { id } } }))).traits

export const setContext = (id: string, user_context_id: string): Promise<Conversation> =>
  dataOf(
    api.PATCH('/api/v1/conversations/{id}', {
      params: { path: { id } },
      body: { user_context_id },
    }),
  )

export interface Loaded {
  conversation: Conversation
  messages: (Question | Reply)[]
  hasEarlier: boolean
}

export async function loadConversation(id: string): Promise<Loaded> {
  const [conversation, { data, pagination }] = await Promise.all([
    dataOf(api.GET('/api/v1/conversations/{id}', { params: { path: { id } } })),
    answerOf(
      api.GET('/api/v1/conversations/{conversation_id}/messages', {
        params: { path: { conversation_id: id }, query: { limit: MAX_MESSAGES, order: 'desc' } },
      }),
    ),
  ])
  const messages = data.filter((message) => message.role !== 'human_agent').reverse()
  return { conversation, messages, hasEarlier: pagination.has_more }
}

/** Lists the user's latest conversations with the agent in the playground. */
export const listEarlier = async (agent_id: string, email: string): Promise<Conversation[]> =>
  dataOf(
    api.GET('/api/v1/conversations', {
      params: { query: { agent_id, customer_id: customerOf(email), limit: 20 } },
    }),
  )

export const readTrace = (conversation_id: string, id: string): Promise<Trace> =>
  dataOf(
    api.GET('/api/v1/conversations/{conversation_id}/messages/{id}/trace', {
      params: { path: { conversation_id, id } },
    }),
  )

export const stopReply = (conversation_id: string, id: string) =>
  dataOf(
    api.DELETE('/api/v1/conversations/{conversation_id}/messages/{id}', {
      params: { path: { conversation_id, id } },
    }),
  )
