import { Notice } from '../../../components/Notice.tsx'
import {
  draftOf,
  FIELD_NAMES,
  type FieldName,
  LABELS,
} from '../../../components/records/agentDraft.ts'
import { t } from '../../../lib/texts.tsx'
import { useTools } from '../../../lib/tools.ts'
import { type Agent, languageName, useModels } from '../agentData.ts'

/** Shows all settings of an agent to users who cannot change them. */
export function AgentFacts({ agent }: { agent: Agent }) {
  const { data: models } = useModels()
  const { data: tools } = useTools()
  const draft = draftOf(agent)
  const usual = models?.find(({ is_default }) => is_default)?.name
  const text = (name: FieldName): string => {
    const value = draft[name]
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    if (name === 'model' && !value)
      return usual ? t('{model} (default)', { model: usual }) : t('Default')
    if (name === 'language' && value) return languageName(value)
    if (name === 'tool_ids' && value)
      return agent.tool_ids
        .map((id) => tools?.find((tool) => tool.id === id)?.title ?? id)
        .join(', ')
    return value || '–'
  }
  return (
    <div class="stack agent-form">
      <Notice>{t('You can view this agent. Owners and editors can change it.')}</Notice>
      <section class="card">
        <dl class="facts agent-facts">
          {FIELD_NAMES.map((name) => (
            <>
              <dt key={name}>{LABELS[name]}</dt>
              <dd key={`${name}-value`}>{text(name)}</dd>
            </>
          ))}
        </dl>
      </section>
    </div>
  )
}
