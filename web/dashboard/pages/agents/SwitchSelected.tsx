import { Pause, Play } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import {
  BulkActions,
  ConfirmEach,
  EachButton,
  type Selection,
} from '../../components/lists/bulk.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AGENTS, type Agent, changeAgent } from './agentData.ts'

const readAgain = () => queries.invalidateQueries({ queryKey: AGENTS })

/** Activates or deactivates the selected agents. */
export function SwitchSelected({
  selection,
  agents,
}: {
  selection: Selection
  agents: readonly Agent[]
}) {
  const [isAsking, setAsking] = useState(false)
  const switchTo = (is_active: boolean) => async (id: string) => {
    const agent = agents.find((agent) => agent.id === id)
    if (agent && agent.is_active !== is_active) await changeAgent(agent, { is_active })
  }
  return (
    <>
      <BulkActions selection={selection}>
        <EachButton
          selection={selection}
          icon={Play}
          action={t('Activate')}
          act={switchTo(true)}
          onTried={readAgain}
          onDone={(count) =>
            showToast(
              t('{count, plural, one {# agent is active.} other {# agents are active.}}', {
                count,
              }),
            )
          }
        />
        <Button icon={Pause} onClick={() => setAsking(true)}>
          {t('Deactivate')}
        </Button>
      </BulkActions>
      {isAsking && (
        <ConfirmEach
          selection={selection}
          title={(count) =>
            t('{count, plural, one {Deactivate the agent?} other {Deactivate # agents?}}', {
              count,
            })
          }
          action={t('Deactivate')}
          act={switchTo(false)}
          onTried={readAgain}
          onDone={(count) =>
            showToast(
              t('{count, plural, one {# agent is inactive.} other {# agents are inactive.}}', {
                count,
              }),
            )
          }
          onClose={() => setAsking(false)}
        >
          {t(
            'Widgets and the API refuse new conversations and messages with them. Existing conversations are kept, and you can activate them again at any time.',
          )}
        </ConfirmEach>
      )}
    </>
  )
}
