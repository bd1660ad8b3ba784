import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { ButtonLink } from '../../components/Button.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { UnsavedGuard } from '../../components/forms/UnsavedGuard.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { creationOf, type Draft, EMPTY } from '../../components/records/agentDraft.ts'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AGENTS } from './agentData.ts'
import { AgentFields } from './settings/AgentFields.tsx'
import { TemplatePicker } from './settings/TemplatePicker.tsx'
import { useWide } from './useWide.ts'

export function NewAgent() {
  const { mayChange } = useRights()
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [isMade, setMade] = useState(false)
  const [, navigate] = useLocation()
  const isWide = useWide()
  const isDirty = Object.keys(creationOf(draft)).length > 0 && !isMade
  const create = async () => {
    const { id, name } = await dataOf(
      api.POST('/api/v1/agents', { body: creationOf(draft) as never }),
    )
    setMade(true)
    queries.invalidateQueries({ queryKey: AGENTS })
    showToast(t('{name} is ready to try.', { name }))
    navigate(isWide ? `/agents/${id}` : `/agents/${id}/playground`)
  }
  return (
    <Page
      title={t('New agent')}
      back={['/agents', t('Agents')]}
      about={t('Only the name is required. You can add the rest later.')}
    >
      {mayChange ? (
        <div class="agent-form stack">
          <TemplatePicker draft={draft} onChange={setDraft} />
          <Form
            action={t('Create agent')}
            onSubmit={create}
            more={<ButtonLink to="/agents">{t('Cancel')}</ButtonLink>}
          >
            <AgentFields
              draft={draft}
              onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
            />
          </Form>
          <UnsavedGuard when={isDirty} />
        </div>
      ) : (
        <Notice>{t('Viewers cannot create agents. Ask an owner or editor.')}</Notice>
      )}
    </Page>
  )
}
