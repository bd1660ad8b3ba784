import { Confirm } from '../../components/Dialog.tsx'
import type { Agent } from './agentData.ts'
import { switchAgent } from './switchAgent.ts'

export const Deactivate = ({ agent, onClose }: { agent: Agent; onClose: () => void }) => (
  <Confirm
    title={`Deactivate ${agent.name}?`}
    action="Deactivate"
    onConfirm={() => switchAgent(agent, false)}
    onClose={onClose}
  >
    <p>
      From then on nobody is answered by {agent.name}: new conversations and messages are refused, in widgets
      and by the API alike. What was said stays, and all goes on once you activate it again.
    </p>
  </Confirm>
)
