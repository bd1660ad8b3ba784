import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Agent = Schemas['Agent']
/** The fields of the form that the API has. `is_active` is changed elsewhere. */
type AgentField = Exclude<keyof Agent, 'object' | 'id' | 'is_active' | 'created_at' | 'updated_at'>

/** A new agent as the form holds it: texts, even where the API has numbers, lists or null. */
export const EMPTY = {
  name: '',
  description: '',
  language: '',
  tone: '',
  default_tasks: '',
  instructions: '',
  greeting: '',
  fallback_message: '',
  require_grounding: false,
  grounding_model: '',
  /** One on each line. */
  tool_ids: '',
  allow_attachments: false,
  mail_transcripts: false,
  model: '',
  /** One on each line. */
  fallback_models: '',
  temperature: '',
  max_output_tokens: '',
  on_request: false,
  on_low_rating: false,
  on_no_answer: '',
  /** One on each line. */
  on_topics: '',
  message: '',
  unanswered_minutes: '15',
  /** Whether the agent gets a chat back that no person has answered. */
  is_returned: false,
} satisfies Record<Exclude<AgentField, 'handoff_policy'>, string | boolean> &
  Record<string, string | boolean>
export type FieldName = keyof typeof EMPTY
export type Draft = { [Name in FieldName]: (typeof EMPTY)[Name] extends string ? string : boolean }
/** The fields that are texts. */
export type TextName = { [Name in FieldName]: Draft[Name] extends string ? Name : never }[FieldName]

/** The properties of the form's fields. */
export interface FieldsProps {
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
}

/** Names for the API's fields of an agent, here and on the page Audit. */
export const AGENT_LABELS: Record<AgentField, string> = {
  name: t('Name'),
  description: t('Description'),
  language: t('Language'),
  tone: t('Tone'),
  default_tasks: t('Tasks'),
  instructions: t('Instructions'),
  greeting: t('Greeting'),
  fallback_message: t('Fallback message'),
  require_grounding: t('Answer only from knowledge'),
  grounding_model: t('Model that checks replies'),
  tool_ids: t('Tools'),
  allow_attachments: t('Allow attachments'),
  mail_transcripts: t('Mail a conversation when it is closed'),
  model: t('Model'),
  fallback_models: t('Fallback models'),
  temperature: t('Temperature'),
  max_output_tokens: t('Maximum reply length'),
  handoff_policy: t('Handoff to people'),
}
/** Names for the parts of `handoff_policy`. */
const POLICY_LABELS = {
  on_request: t('When customers ask for a person'),
  on_low_rating: t('After a low rating'),
  on_no_answer: t('After replies without an answer'),
  on_topics: t('On these topics'),
  message: t('What the customer is told'),
  unanswered_minutes: t('Minutes without an answer'),
  is_returned: t('Then give the conversation back to the agent'),
}
export const labelOf = (name: string): string => AGENT_LABELS[name as AgentField]

const { handoff_policy: _, ...ownLabels } = AGENT_LABELS
export const LABELS: Record<FieldName, string> = { ...ownLabels, ...POLICY_LABELS }
export const FIELD_NAMES = Object.keys(LABELS) as FieldName[]

export const draftOf = (agent: Agent): Draft => ({
  name: agent.name,
  description: agent.description ?? '',
  language: agent.language ?? '',
  tone: agent.tone ?? '',
  // Programs store slugs, such as answer_questions. The model and users read words.
  default_tasks: agent.default_tasks.map((task) => task.replaceAll('_', ' ')).join('\n'),
  instructions: agent.instructions ?? '',
  greeting: agent.greeting ?? '',
  fallback_message: agent.fallback_message ?? '',
  require_grounding: agent.require_grounding,
  grounding_model: agent.grounding_model ?? '',
  tool_ids: agent.tool_ids.join('\n'),
  allow_attachments: agent.allow_attachments,
  mail_transcripts: agent.mail_transcripts,
  model: agent.model ?? '',
  fallback_models: agent.fallback_models.join('\n'),
  temperature: agent.temperature === null ? '' : String(agent.temperature),
  max_output_tokens: agent.max_output_tokens === null ? '' : String(agent.max_output_tokens),
  ...policyDraftOf(agent.handoff_policy),
})

const policyDraftOf = (policy: Agent['handoff_policy']) => ({
  on_request: policy.on_request ?? false,
  on_low_rating: policy.on_low_rating ?? false,
  on_no_answer: String(policy.on_no_answer ?? ''),
  on_topics: policy.on_topics?.join('\n') ?? '',
  message: policy.message ?? '',
  unanswered_minutes: String(policy.unanswered_minutes ?? ''),
  is_returned: policy.unanswered_action === 'return',
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Returns all of the draft's handoff rules in the API's form. */
const policyOf = (draft: Draft) => ({
  on_request: draft.on_request,
  on_low_rating: draft.on_low_rating,
  on_no_answer: draft.on_no_answer ? Number(draft.on_no_answer) : null,
  on_topics: [...new Set(linesOf(draft.on_topics))],
  message: draft.message.trim() || null,
  unanswered_minutes: draft.unanswered_minutes ? Number(draft.unanswered_minutes) : null,
  unanswered_action: draft.is_returned ? 'return' : 'tell',
})

/** Fields that hold one entry on each line. */
const LISTS: ReadonlySet<FieldName> = new Set(['default_tasks', 'fallback_models', 'tool_ids'])

/** Returns a field's value for the API, where empty becomes null. */
function apiValue(draft: Draft, name: FieldName): unknown {
  const value = draft[name]
  if (typeof value === 'boolean') return value
  const text = value.trim()
  if (LISTS.has(name)) return linesOf(text)
  if (name === 'name') return text
  if (!text) return null
  return name === 'temperature' || name === 'max_output_tokens' ? Number(text) : text
}

/** Returns the fields in which two drafts differ. */
export const differing = (left: Draft, right: Draft): FieldName[] =>
  FIELD_NAMES.filter(
    (name) => JSON.stringify(apiValue(left, name)) !== JSON.stringify(apiValue(right, name)),
  )

/** Returns the body of a POST: the fields that are filled in. */
export const creationOf = (draft: Draft) => changesOf(draft, EMPTY)

/** Returns the body of a PATCH: the fields that have changed. */
export const changesOf = (draft: Draft, base: Draft): Partial<Agent> =>
  Object.fromEntries(
    differing(draft, base).map((name) =>
      name in POLICY_LABELS ? ['handoff_policy', policyOf(draft)] : [name, apiValue(draft, name)],
    ),
  )

/** A field that two users have changed differently. */
export interface Conflict {
  name: FieldName
  theirs: string | boolean
  mine: string | boolean
}

/**
 * Merges the user's changes with another user's. In a conflict, the user's own change wins, and the
 * form says so.
 */
export function rebase(
  mine: Draft,
  base: Draft,
  theirs: Draft,
): { draft: Draft; conflicts: Conflict[] } {
  const own = differing(mine, base)
  const draft = { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
  const conflicts = differing(theirs, base)
    .filter((name) => own.includes(name) && differing(mine, theirs).includes(name))
    .map((name) => ({ name, theirs: theirs[name], mine: mine[name] }))
  return { draft, conflicts }
}
