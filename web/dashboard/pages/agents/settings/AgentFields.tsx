import type { ComponentChildren } from 'preact'
import { CheckField, TextArea, TextField } from '../../components/forms/Form.tsx'
import { languageName, useModels } from './agentData.ts'
import { type FieldName, type FieldsProps, LABELS } from './agentDraft.ts'
import { ModelFields } from './ModelFields.tsx'

/** A language tag, as the API accepts it. */
const LANGUAGE = '[A-Za-z]{2,3}([\\-_][A-Za-z0-9]{2,8})*'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt-BR', 'nl', 'pl', 'tr', 'ar', 'he', 'zh', 'ja', 'ko']

const Group = ({ title, about, children }: { title: string; about: string; children: ComponentChildren }) => (
  <section class="card agent-group">
    <header>
      <div>
        <h2>{title}</h2>
        <p class="small muted">{about}</p>
      </div>
    </header>
    <div class="form">{children}</div>
  </section>
)

/** The fields for all settings of an agent. */
export function AgentFields({ draft, onChange }: FieldsProps) {
  const { data: models } = useModels()
  const field = (name: Exclude<FieldName, 'require_grounding'>) => ({
    label: LABELS[name],
    name,
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const language = draft.language.trim()
  return (
    <>
      <Group title="Identity" about="The model gets all of this with each question.">
        <TextField {...field('name')} required maxLength={120} hint="What the agent calls itself." />
        <TextArea
          {...field('description')}
          maxLength={2000}
          hint="What the agent is for, in a sentence or two. For example: Helps our shop’s customers with orders and returns."
        />
        <div class="columns">
          <TextField
            {...field('language')}
            list="agent-languages"
            maxLength={35}
            pattern={LANGUAGE}
            title="A language code, such as en or pt-BR."
            placeholder="Any"
            hint={
              language
                ? `${languageName(language)}. Questions in another language get answers in that language.`
                : 'For example en or pt-BR. If empty, the language of the question.'
            }
          />
          <TextField {...field('tone')} maxLength={60} placeholder="Friendly" hint="One or two words." />
        </div>
        <datalist id="agent-languages">
          {LANGUAGES.map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </datalist>
        <TextArea
          {...field('default_tasks')}
          hint="One per line, for example: answer questions. Up to 20, with up to 60 characters each."
        />
      </Group>
      <Group title="Answers" about="How the agent answers, and what it says if it cannot.">
        <TextArea
          {...field('instructions')}
          maxLength={8000}
          hint="What the agent should and should not do, in your own words. Put answers to customers’ questions into the knowledge instead."
        />
        <CheckField
          label={LABELS.require_grounding}
          name="require_grounding"
          checked={draft.require_grounding}
          onChange={(require_grounding) => onChange({ require_grounding })}
          hint="Replaces replies that cite no knowledge with the text below. Replies appear only when they are complete."
        />
        <TextArea
          {...field('fallback_message')}
          maxLength={1000}
          hint="Sent instead of an answer. If empty, the agent says that it does not know, in the language of the question."
        />
        <TextArea
          {...field('greeting')}
          maxLength={1000}
          hint="For your own apps to show before the first question. Widgets have a greeting of their own."
        />
      </Group>
      <Group title="Model" about="Which model writes the replies, and how.">
        <ModelFields models={models ?? []} draft={draft} onChange={onChange} />
      </Group>
    </>
  )
}
