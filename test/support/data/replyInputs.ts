import { AGENT_DEFAULTS } from '../../../shared/agents/fields.ts'
import type { ReplyInputs } from '../../../shared/chat/replies.ts'

/** An agent with nothing but a name. */
export const PLAIN_AGENT: ReplyInputs['agent'] = { id: 'a', name: 'Ada', ...AGENT_DEFAULTS }
