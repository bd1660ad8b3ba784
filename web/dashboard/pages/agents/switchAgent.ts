import { showToast } from '../../components/Toasts.tsx'
import { queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AGENTS, type Agent, changeAgent } from './agentData.ts'

/**
 * Switches an agent on or off.
 * @throws ApiError precondition_failed if another user has changed the agent, which is then read
 *   again
 */
export async function switchAgent(agent: Agent, is_active: boolean): Promise<void> {
  try {
    queries.setQueryData([...AGENTS, agent.id], await changeAgent(agent, { is_active }))
    const { name } = agent
    showToast(is_active ? t('{name} is active.', { name }) : t('{name} is inactive.', { name }))
  } finally {
    queries.invalidateQueries({ queryKey: AGENTS })
  }
}
