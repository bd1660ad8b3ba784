import { AGENT_DEFAULTS } from '../../../shared/agents/fields.ts'
import type { ReplyInputs } from '../../../shared/chat/replies.ts'

/** An agent with nothing but a name. */
export const PLAIN_AGENT: ReplyInputs['agent'] = { id: 'a', name: 'Ada', ...AGENT_DEFAULTS }

/** When a question is asked, and where. */
export const ASKED = { asked_at: '2026-11-29T20:30:00.000Z', time_zone: 'Europe/Berlin' }
