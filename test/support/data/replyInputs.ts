import type { ReplyInputs } from '../../../shared/chat/replies.ts'

/** An agent with nothing but a name. */
export const PLAIN_AGENT: ReplyInputs['agent'] = {
  id: 'a',
  name: 'Ada',
  description: null,
  tone: null,
  language: null,
  default_tasks: [],
  is_active: true,
  instructions: null,
  model: null,
  fallback_models: [],
  temperature: null,
  max_output_tokens: null,
  fallback_message: null,
  greeting: null,
  require_grounding: false,
  allow_attachments: false,
  mail_transcripts: false,
  handoff_policy: null,
}
