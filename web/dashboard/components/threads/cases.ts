import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'

/** A thread that people have, as the list shows it. */
export type Case = Schemas['InboxThread']
export type Handoff = Schemas['SessionHandoff'] | Schemas['ConversationHandoff']
export type Filter = 'unassigned' | 'mine' | 'all'
type Kind = Case['kind']

/** Identifies a thread in the API. */
export interface Place {
  id: string
  kind: Kind
}

export const REASONS: Readonly<Record<Case['reason'], string>> = {
  customer_request: t('Asked for a person'),
  no_answer: t('No answer found'),
  low_rating: t('Rated low'),
  topic: t('Topic'),
  takeover: t('Taken over'),
  other: t('Handed over'),
}

export const useCases = (filter: Filter) =>
  usePages<Case>(['inbox', 'list', filter], (after) =>
    answerOf(
      api.GET('/api/v1/inbox', {
        params: { query: { filter, limit: 50, ...(after && { after }) } },
      }),
    ),
  )

/** The last handoff of a thread; null: it was never handed off. */
export const useHandoff = ({ id, kind }: Place) =>
  useQuery({ queryKey: ['handoffs', id], queryFn: () => readHandoff({ id, kind }) })

async function readHandoff({ id, kind }: Place): Promise<Handoff | null> {
  const query = { limit: 1, order: 'desc' as const }
  const { data } = await (kind === 'session'
    ? answerOf(
        api.GET('/api/v1/sessions/{session_id}/handoffs', {
          params: { path: { session_id: id }, query },
        }),
      )
    : answerOf(
        api.GET('/api/v1/conversations/{conversation_id}/handoffs', {
          params: { path: { conversation_id: id }, query },
        }),
      ))
  return (data as Handoff[])[0] ?? null
}

/** The address at which the thread's customer wants an answer; null: the customer has left none. */
export const useContact = ({ id, kind }: Place) =>
  useQuery({ queryKey: ['contacts', id], queryFn: () => readContact({ id, kind }) })

async function readContact({ id, kind }: Place): Promise<string | null> {
  const session = { params: { path: { session_id: id } } }
  const conversation = { params: { path: { conversation_id: id } } }
  const isSession = kind === 'session'
  const { has_contact } = await (isSession
    ? dataOf(api.GET('/api/v1/sessions/{session_id}/handoff', session))
    : dataOf(api.GET('/api/v1/conversations/{conversation_id}/handoff', conversation)))
  if (!has_contact) return null
  const { email } = await (isSession
    ? dataOf(api.GET('/api/v1/sessions/{session_id}/contact', session))
    : dataOf(api.GET('/api/v1/conversations/{conversation_id}/contact', conversation)))
  return email
}

/** Reads the records again that an action has changed. */
export async function renew({ id }: Pick<Place, 'id'>): Promise<void> {
  await Promise.all(
    [['threads', 'one', id], ['handoffs', id], ['contacts', id], ['messages', id], ['inbox']].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  )
}

/**
 * Assigns a user; null: no user.
 * @throws ApiError `already_assigned` while a colleague has it
 */
export const assign = ({ id, kind }: Place, user_id: string | null): Promise<unknown> => {
  const body = { user_id }
  return kind === 'session'
    ? dataOf(
        api.POST('/api/v1/sessions/{session_id}/assign', {
          params: { path: { session_id: id } },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/v1/conversations/{conversation_id}/assign', {
          params: { path: { conversation_id: id } },
          body,
        }),
      )
}

const handOff = ({ id, kind }: Place): Promise<unknown> => {
  const body = { reason: 'takeover' } as const
  return kind === 'session'
    ? dataOf(
        api.POST('/api/v1/sessions/{session_id}/handoff', {
          params: { path: { session_id: id } },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/v1/conversations/{conversation_id}/handoff', {
          params: { path: { conversation_id: id } },
          body,
        }),
      )
}

/**
 * Takes a thread from its agent.
 * @throws ApiError `already_assigned`: a colleague has taken it first
 */
export async function takeOver(place: Place, userId: string): Promise<void> {
  await handOff(place)
  await assign(place, userId)
}

/** Takes a thread that a colleague has. */
export async function takeFrom(place: Place, userId: string): Promise<void> {
  await assign(place, null)
  await assign(place, userId)
}

export const giveBack = ({ id, kind }: Place, note: string): Promise<unknown> => {
  const body = note ? { note } : {}
  return kind === 'session'
    ? dataOf(
        api.POST('/api/v1/sessions/{session_id}/return', {
          params: { path: { session_id: id } },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/v1/conversations/{conversation_id}/return', {
          params: { path: { conversation_id: id } },
          body,
        }),
      )
}

/** Stores a message of the user. All tries with the same key store one message. */
export const say = (
  { id, kind }: Place,
  content: string,
  visibility: 'public' | 'internal',
  attachments: readonly string[],
  key: string,
): Promise<unknown> => {
  const fixed = { role: 'human_agent', metadata: {}, on_busy: 'queue' } as const
  const body = {
    ...fixed,
    content,
    visibility,
    ...(attachments.length && { attachments: [...attachments] }),
  }
  const header = { 'Idempotency-Key': key }
  return kind === 'session'
    ? dataOf(
        api.POST('/api/v1/sessions/{session_id}/messages', {
          params: { path: { session_id: id }, header },
          body,
        }),
      )
    : dataOf(
        api.POST('/api/v1/conversations/{conversation_id}/messages', {
          params: { path: { conversation_id: id }, header },
          body,
        }),
      )
}

/** Returns what the agent would answer. This may take a while. */
export async function suggest(
  { id, kind }: Place,
  signal: AbortSignal,
): Promise<Schemas['AgentTrial']> {
  let trial = await (kind === 'session'
    ? dataOf(
        api.POST('/api/v1/sessions/{session_id}/suggestion', {
          params: { path: { session_id: id } },
          signal,
        }),
      )
    : dataOf(
        api.POST('/api/v1/conversations/{conversation_id}/suggestion', {
          params: { path: { conversation_id: id } },
          signal,
        }),
      ))
  while (trial.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const path = { agent_id: trial.agent_id, id: trial.id }
    trial = await dataOf(
      api.GET('/api/v1/agents/{agent_id}/trials/{id}', { params: { path }, signal }),
    )
  }
  return trial
}
