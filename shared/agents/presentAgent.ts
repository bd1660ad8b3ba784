import { recordOf } from '../lib/db/present.ts'
import type { Agent } from './agents.ts'
import { AGENT_FIELD_NAMES } from './fields.ts'
import { policyOf } from './handoffPolicy.ts'

const present = recordOf<Agent>('agent', AGENT_FIELD_NAMES)

/** Presents an agent, with the whole of its policy. */
export const presentAgent = (agent: Agent) => ({
  ...present(agent),
  handoff_policy: policyOf(agent),
})
