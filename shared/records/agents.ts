import type { Agent } from '../store/accounts/agents.ts'
import { recordOf } from './presenter.ts'

export const presentAgent = recordOf<Agent>('agent', [
  'name',
  'default_tasks',
  'is_active',
  'fallback_models',
  'require_grounding',
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
