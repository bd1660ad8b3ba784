import { languageCodes } from '../../../widget/languages.ts'
import { Button } from '../../components/Button.tsx'
import { CheckField, Form, SelectField, TextArea, TextField } from '../../components/forms/Form.tsx'
import {
  type Configuration,
  type Draft,
  nameOfLanguage,
  useAgents,
} from '../../components/records/widgets.ts'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Colors } from './Colors.tsx'
import { forgetDraft, useDraft } from './drafts.ts'
import { NO_AGENT } from './NewWidget.tsx'
import { Preview } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { Words } from './Words.tsx'

const POSITIONS = [
  ['bottom-right', t('Bottom right')],
  ['bottom-left', t('Bottom left')],
] as const
const THEMES = [
  ['auto', t('Like the visitor’s system')],
  ['light', t('Always light')],
  ['dark', t('Always dark')],
] as const

/** The fields of a configuration, beside a preview that follows each change. */
export function Editor({ saved }: { saved: Configuration }) {
  const { mayChange } = useRights()
  const { draft, isChanged, change, revert } = useDraft(saved)
  const save = async () => {
    const path = { id: saved.id }
    const body = {
      ...draft,
      suggested_questions: draft.suggested_questions.filter((question) => question.trim()),
    }
    const data = await dataOf(
      api.PATCH('/api/v1/widget-configurations/{id}', { params: { path }, body }),
    )
    forgetDraft(saved.id)
    queries.setQueryData(['widgets', saved.id], data)
    queries.invalidateQueries({ queryKey: ['widgets'] })
    showToast(t('Saved. Open pages update within 5 minutes.'))
  }
  const fields = <Fields draft={draft} change={change} />
  return (
    <div class="widget-editor">
      <div class="card">
        {mayChange ? (
          <Form
            action={t('Save')}
            onSubmit={save}
            disabled={!isChanged}
            more={isChanged && <Button onClick={revert}>{t('Discard changes')}</Button>}
          >
            {fields}
          </Form>
        ) : (
          <fieldset class="form" disabled>
            {fields}
          </fieldset>
        )}
      </div>
      <Preview configuration={draft} />
    </div>
  )
}

function Fields({ draft, change }: { draft: Draft; change: (changes: Partial<Draft>) => void }) {
  const agents = useAgents().data ?? []
  const languages = new Set([...languageCodes(), ...(draft.locale ? [draft.locale] : [])])
  return (
    <>
      <div class="pair">
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={120}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <SelectField
          label={t('Agent')}
          name="agent_id"
          value={draft.agent_id ?? ''}
          onChange={(id) => change({ agent_id: id || null })}
          options={[NO_AGENT, ...agents.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <TextField
        label={t('Title')}
        name="title"
        maxLength={80}
        placeholder={t('Chat')}
        value={draft.title ?? ''}
        onChange={(title) => change({ title: title || null })}
      />
      <TextArea
        label={t('Greeting')}
        name="greeting"
        maxLength={1000}
        hint={t('Visitors read it before they ask. You can use **bold** and lists.')}
        value={draft.greeting ?? ''}
        onChange={(greeting) => change({ greeting: greeting || null })}
      />
      <Questions
        questions={draft.suggested_questions}
        onChange={(suggested_questions) => change({ suggested_questions })}
      />
      <div class="pair">
        <SelectField
          label={t('Position')}
          name="position"
          value={draft.position}
          onChange={(position) => change({ position: position as Draft['position'] })}
          options={POSITIONS}
        />
        <SelectField
          label={t('Widget theme')}
          name="theme"
          value={draft.theme}
          onChange={(theme) => change({ theme: theme as Draft['theme'] })}
          options={THEMES}
        />
      </div>
      <Colors colors={draft.colors} theme={draft.theme} onChange={(colors) => change({ colors })} />
      <SelectField
        label={t('Language')}
        name="locale"
        value={draft.locale ?? ''}
        onChange={(locale) => change({ locale: locale || null })}
        hint={t('For buttons and messages. The agent answers in the language of the question.')}
        options={[
          ['', t('Automatic (page or visitor)')],
          ...[...languages].map((tag) => [tag, nameOfLanguage(tag)] as const),
        ]}
      />
      <CheckField
        label={t('Visitors can ask for a person')}
        name="offers_people"
        hint={t(
          'Such a conversation waits in the inbox, and the agent is silent until you return it.',
        )}
        checked={draft.offers_people}
        onChange={(offers_people) => change({ offers_people })}
      />
      <CheckField
        label={t('Remember conversations')}
        name="remember"
        hint={t(
          'The visitor’s browser keeps conversations for later visits, and all tabs share them. The law may ask for consent.',
        )}
        checked={draft.remember}
        onChange={(remember) => change({ remember })}
      />
      <Words draft={draft} onChange={(texts) => change({ texts })} />
    </>
  )
}
