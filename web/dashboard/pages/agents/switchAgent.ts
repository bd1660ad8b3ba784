import { queries } from '../../api.ts'
import { tell } from '../../components/Toasts.tsx'
import { AGENTS, type Agent, changeAgent } from './agentData.ts'

/** @throws ApiError precondition_failed if somebody else has changed the agent, which is then read again */
export async function switchAgent(agent: Agent, is_active: boolean): Promise<void> {
  try {
    queries.setQueryData([...AGENTS, agent.id], await changeAgent(agent, { is_active }))
    tell(is_active ? `${agent.name} is active.` : `${agent.name} is inactive.`)
  } finally {
    queries.invalidateQueries({ queryKey: AGENTS })
  }
}
