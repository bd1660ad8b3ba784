import { Confirm } from '../../components/Dialog.tsx'
import { t } from '../../lib/texts.tsx'
import type { Agent } from './agentData.ts'
import { switchAgent } from './switchAgent.ts'

export const Deactivate = ({ agent, onClose }: { agent: Agent; onClose: () => void }) => (
  <Confirm
    title={t('Deactivate {name}?', { name: agent.name })}
    action={t('Deactivate')}
    onConfirm={() => switchAgent(agent, false)}
    onClose={onClose}
  >
    <p>
      {t(
        '{name} stops answering: widgets and the API refuse new conversations and messages. Existing conversations are kept, and you can activate the agent again at any time.',
        { name: agent.name },
      )}
    </p>
  </Confirm>
)
