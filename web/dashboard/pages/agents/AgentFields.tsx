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
      <Group title="Who it is" about="The model is told all of this with each question.">
        <TextField {...field('name')} required maxLength={120} hint="By this name it speaks of itself." />
        <TextArea
          {...field('description')}
          maxLength={2000}
          hint="What it is there for, in a sentence or two. For example: Helps the customers of our shop with orders and returns."
        />
        <div class="columns">
          <TextField
            {...field('language')}
            list="agent-languages"
            maxLength={35}
            pattern={LANGUAGE}
            title="A language’s code, such as en or pt-BR."
            placeholder="Any"
            hint={
              language
                ? `${languageName(language)}. Whoever writes in another language is answered in theirs.`
                : 'Such as en or pt-BR. Empty: the language of the question.'
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
          hint="One a line, such as: answer questions. At most 20, of 60 characters each."
        />
      </Group>
      <Group title="What it says" about="How it answers, and what it says when it cannot.">
        <TextArea
          {...field('instructions')}
          maxLength={8000}
          hint="What it should do and leave, in your own words. What customers may ask belongs into the knowledge instead."
        />
        <CheckField
          label={LABELS.require_grounding}
          name="require_grounding"
          checked={draft.require_grounding}
          onChange={(require_grounding) => onChange({ require_grounding })}
          hint="A reply that cites no knowledge is replaced by the text below. Such replies are not shown while they are written."
        />
        <TextArea
          {...field('fallback_message')}
          maxLength={1000}
          hint="What it says instead of an answer. Empty: that it does not know, in the language of the question."
        />
        <TextArea
          {...field('greeting')}
          maxLength={1000}
          hint="For your own apps, to show before the first question. Widgets have a greeting in their configuration."
        />
      </Group>
      <Group title="Model" about="Which model writes the replies, and how.">
        <ModelFields models={models ?? []} draft={draft} onChange={onChange} />
      </Group>
    </>
  )
}
