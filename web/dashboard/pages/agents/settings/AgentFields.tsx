import { Plus } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { Button } from '../../../components/Button.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../../../components/forms/Form.tsx'
import { type FieldsProps, LABELS, type TextName } from '../../../components/records/agentDraft.ts'
import { t } from '../../../lib/texts.tsx'
import { languageName, useModels } from '../agentData.ts'
import { HandoffFields } from './HandoffFields.tsx'
import { ModelFields } from './ModelFields.tsx'
import { ToolFields } from './ToolFields.tsx'

/** The languages in the menu. If the agent has another language, the menu lists it too. */
const LANGUAGES =
  'ar bg bn ca cs da de el en en-GB en-US es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh zh-TW'.split(
    ' ',
  )

const languageOptions = (current: string): [string, string][] => [
  ['', t('The language of the question')],
  ...[...new Set([...LANGUAGES, ...(current ? [current] : [])])]
    .map((tag): [string, string] => [tag, languageName(tag)])
    .sort(([, left], [, right]) => left.localeCompare(right)),
]

const TASKS = [
  t('Answer questions'),
  t('Help with orders'),
  t('Explain products'),
  t('Take complaints'),
  t('Arrange appointments'),
]

const Group = ({
  title,
  about,
  children,
}: {
  title: string
  about: string
  children: ComponentChildren
}) => (
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
  const field = (name: TextName) => ({
    label: LABELS[name],
    name,
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <Group title={t('Identity')} about={t('The model gets all of this with each question.')}>
        <TextField
          {...field('name')}
          required
          maxLength={120}
          hint={t('What the agent calls itself.')}
        />
        <TextArea
          {...field('description')}
          maxLength={2000}
          hint={t(
            'What the agent is for, in a sentence or two. For example: Helps our shop’s customers with orders and returns.',
          )}
        />
        <div class="columns">
          <SelectField
            {...field('language')}
            options={languageOptions(draft.language.trim())}
            hint={t('Questions in another language get answers in that language.')}
          />
          <TextField
            {...field('tone')}
            maxLength={60}
            placeholder={t('Friendly')}
            hint={t('One or two words.')}
          />
        </div>
        <TextArea
          {...field('default_tasks')}
          rows={3}
          hint={t('In your own words, one per line. Up to 20, with up to 60 characters each.')}
        />
        <TaskSuggestions
          tasks={draft.default_tasks}
          onAdd={(default_tasks) => onChange({ default_tasks })}
        />
      </Group>
      <Group
        title={t('Answers')}
        about={t('How the agent answers, and what it says if it cannot.')}
      >
        <TextArea
          {...field('instructions')}
          maxLength={8000}
          hint={t(
            'What the agent should and should not do, in your own words. Put answers to customers’ questions into the knowledge instead.',
          )}
        />
        <CheckField
          label={LABELS.require_grounding}
          name="require_grounding"
          checked={draft.require_grounding}
          onChange={(require_grounding) => onChange({ require_grounding })}
          hint={t(
            'Replaces replies that cite no knowledge with the text below. Replies appear only when they are complete.',
          )}
        />
        <CheckField
          label={LABELS.allow_attachments}
          name="allow_attachments"
          checked={draft.allow_attachments}
          onChange={(allow_attachments) => onChange({ allow_attachments })}
          hint={t(
            'Customers and your people can send images and PDFs. The model sees images if it can, and reads the text of PDFs.',
          )}
        />
        <CheckField
          label={LABELS.mail_transcripts}
          name="mail_transcripts"
          checked={draft.mail_transcripts}
          onChange={(mail_transcripts) => onChange({ mail_transcripts })}
          hint={t(
            'Customers get what was said by email, if they have left an address and it is known to be theirs.',
          )}
        />
        <TextArea
          {...field('fallback_message')}
          maxLength={1000}
          hint={t(
            'Sent instead of an answer. If empty, the agent says that it does not know, in the language of the question.',
          )}
        />
        <TextArea
          {...field('greeting')}
          maxLength={1000}
          hint={t(
            'For your own apps to show before the first question. Widgets have a greeting of their own.',
          )}
        />
      </Group>
      <Group title={t('Model')} about={t('Which model writes the replies, and how.')}>
        <ModelFields models={models ?? []} draft={draft} onChange={onChange} />
      </Group>
      <Group
        title={LABELS.tool_ids}
        about={t('What the agent can look up or do in your systems while it answers.')}
      >
        <ToolFields draft={draft} onChange={onChange} />
      </Group>
      <Group
        title={t('Handoff to people')}
        about={t(
          'When the agent hands a conversation off by itself. From then on it does not answer.',
        )}
      >
        <HandoffFields draft={draft} onChange={onChange} />
      </Group>
    </>
  )
}

/** Suggests common tasks, to be added to those in the field. */
function TaskSuggestions({ tasks, onAdd }: { tasks: string; onAdd: (tasks: string) => void }) {
  const lines = tasks.split('\n').map((line) => line.trim())
  const written = lines.map((line) => line.toLowerCase())
  const missing = TASKS.filter((task) => !written.includes(task.toLowerCase()))
  if (missing.length === 0) return null
  return (
    <fieldset class="row task-suggestions">
      <legend class="sr-only">{t('Common tasks')}</legend>
      {missing.map((task) => (
        <Button
          key={task}
          kind="quiet"
          icon={Plus}
          onClick={() => onAdd([...lines.filter(Boolean), task].join('\n'))}
        >
          {task}
        </Button>
      ))}
    </fieldset>
  )
}
