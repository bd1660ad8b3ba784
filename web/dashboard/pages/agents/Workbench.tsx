import { useLocation, useSearch } from 'wouter-preact'
import { UnsavedGuard } from '../../components/forms/UnsavedGuard.tsx'
import { useRights } from '../../components/session.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../lib/texts.tsx'
import type { Agent } from './agentData.ts'
import { Inspector } from './playground/Inspector.tsx'
import { Playground, usePlayground } from './playground/Playground.tsx'
import { PromptPane } from './playground/PromptPane.tsx'
import { AgentFacts } from './settings/AgentFacts.tsx'
import { EditAgent } from './settings/EditAgent.tsx'
import { useAgentDraft } from './settings/useAgentDraft.ts'
import { useWide } from './useWide.ts'

export type View = 'settings' | 'prompt' | 'playground'

/**
 * The settings, the prompt or the inspector, beside the playground. In a narrow window each has a
 * page of its own, but the inspector is below the playground.
 */
export function Workbench({ agent, view }: { agent: Agent; view: View }) {
  const { mayChange } = useRights()
  const editing = useAgentDraft(agent)
  const playground = usePlayground(agent, mayChange ? editing.changes : {})
  const isWide = useWide()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { chat, show, shown } = playground
  const path = `/agents/${agent.id}`
  const query = search ? `?${search}` : ''
  const inspect = (reply: string) => {
    show(chat.conversationId, reply, true)
    if (view === 'playground') return
    const of = new URLSearchParams({
      ...(chat.conversationId ? { conversation: chat.conversationId } : {}),
      reply,
    })
    navigate(`${path}/playground?${of}`)
  }
  return (
    <>
      <Tabs
        label={t('Pages of {name}', { name: agent.name })}
        tabs={[
          [`${path}${query}`, t('Settings')],
          [`${path}/prompt${query}`, t('Prompt')],
          [`${path}/playground${query}`, isWide ? t('Inspector') : t('Playground')],
        ]}
      />
      <div class="workbench" data-view={view}>
        {/* Scrollable content must be reachable by keyboard, even without a field in it. */}
        <div class="workbench-side" tabIndex={isWide ? 0 : undefined}>
          {view === 'settings' &&
            (mayChange ? <EditAgent editing={editing} /> : <AgentFacts agent={agent} />)}
          {view === 'prompt' && (
            <PromptPane
              agent={agent}
              changes={mayChange ? editing.changes : {}}
              traits={chat.traits}
              asked={chat.turns.at(-1)?.question ?? ''}
            />
          )}
          {view === 'playground' && (
            <Inspector agent={agent} conversationId={chat.conversationId} turn={shown} />
          )}
        </div>
        <Playground
          agent={agent}
          state={playground}
          hasChanges={editing.isDirty && mayChange}
          onInspect={inspect}
        />
      </div>
      <UnsavedGuard when={editing.isDirty} within={`/dashboard${path}`} />
    </>
  )
}
