import { recordOf } from '../lib/db/present.ts'
import type { Thread } from './threads.ts'

const presentSession = recordOf<Thread>('session', [
  'agent_id',
  'visitor_id',
  'customer_id',
  'user_context_id',
  'locale',
  'status',
  'is_test',
  'metadata',
])

const presentConversation = recordOf<Thread>('conversation', [
  'agent_id',
  'customer_id',
  'title',
  'locale',
  'user_context_id',
  'status',
  'is_test',
  'metadata',
])

/** Returns who answers in a thread: its agent or people. */
export const handlerOf = ({ handoff_id }: Pick<Thread, 'handoff_id'>) =>
  handoff_id ? 'human' : 'agent'

/** Presents a session or conversation, by its kind. */
export const presentThread = (thread: Thread) => ({
  ...(thread.kind === 'session' ? presentSession(thread) : presentConversation(thread)),
  handled_by: handlerOf(thread),
})
