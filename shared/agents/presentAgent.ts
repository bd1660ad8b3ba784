import { recordOf } from '../lib/db/present.ts'
import { type Agent, policyOf } from './agents.ts'

const present = recordOf<Agent>('agent', [
  'name',
  'default_tasks',
  'is_active',
  'fallback_models',
  'require_grounding',
  'allow_attachments',
  'mail_transcripts',
  'description',
  'tone',
  'language',
  'instructions',
  'model',
  'temperature',
  'max_output_tokens',
  'fallback_message',
  'greeting',
])

/** Presents an agent, with the whole of its policy. */
export const presentAgent = (agent: Agent) => ({
  ...present(agent),
  handoff_policy: policyOf(agent),
})
