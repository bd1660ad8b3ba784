import { t } from '../../../texts.tsx'
import type { Agent } from '../agentData.ts'

/** An agent as the form has it: texts, even where the API has numbers, lists or null. */
export interface Draft {
  name: string
  description: string
  language: string
  tone: string
  default_tasks: string
  instructions: string
  greeting: string
  fallback_message: string
  require_grounding: boolean
  model: string
  /** One on each line. */
  fallback_models: string
  temperature: string
  max_output_tokens: string
}
export type FieldName = keyof Draft

/** The properties of the form's fields. */
export interface FieldsProps {
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
}

export const LABELS: Record<FieldName, string> = {
  name: t('Name'),
  description: t('Description'),
  language: t('Language'),
  tone: t('Tone'),
  default_tasks: t('Tasks'),
  instructions: t('Instructions'),
  greeting: t('Greeting'),
  fallback_message: t('Fallback message'),
  require_grounding: t('Answer only from knowledge'),
  model: t('Model'),
  fallback_models: t('Fallback models'),
  temperature: t('Temperature'),
  max_output_tokens: t('Maximum reply length'),
}
export const FIELD_NAMES = Object.keys(LABELS) as FieldName[]

export const EMPTY: Draft = {
  name: '',
  description: '',
  language: '',
  tone: '',
  default_tasks: '',
  instructions: '',
  greeting: '',
  fallback_message: '',
  require_grounding: false,
  model: '',
  fallback_models: '',
  temperature: '',
  max_output_tokens: '',
}

export const draftOf = (agent: Agent): Draft => ({
  name: agent.name,
  description: agent.description ?? '',
  language: agent.language ?? '',
  tone: agent.tone ?? '',
  // Programs store slugs, such as answer_questions. The model reads words, and so do people.
  default_tasks: agent.default_tasks.map((task) => task.replaceAll('_', ' ')).join('\n'),
  instructions: agent.instructions ?? '',
  greeting: agent.greeting ?? '',
  fallback_message: agent.fallback_message ?? '',
  require_grounding: agent.require_grounding,
  model: agent.model ?? '',
  fallback_models: agent.fallback_models.join('\n'),
  temperature: agent.temperature === null ? '' : String(agent.temperature),
  max_output_tokens: agent.max_output_tokens === null ? '' : String(agent.max_output_tokens),
})

/** Returns a field's value for the API, where empty becomes null. */
function apiValue(draft: Draft, name: FieldName): unknown {
  const value = draft[name]
  if (typeof value === 'boolean') return value
  const text = value.trim()
  if (name === 'default_tasks' || name === 'fallback_models')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  if (name === 'name') return text
  if (!text) return null
  return name === 'temperature' || name === 'max_output_tokens' ? Number(text) : text
}

/** Returns the fields in which the two differ. */
export const differing = (one: Draft, other: Draft): FieldName[] =>
  FIELD_NAMES.filter((name) => JSON.stringify(apiValue(one, name)) !== JSON.stringify(apiValue(other, name)))

/** The body of a POST: the fields that are filled in. */
export const creationOf = (draft: Draft) =>
  Object.fromEntries(differing(draft, EMPTY).map((name) => [name, apiValue(draft, name)]))

/** The body of a PATCH: the fields that have changed. */
export const changesOf = (draft: Draft, base: Draft): Partial<Agent> =>
  Object.fromEntries(differing(draft, base).map((name) => [name, apiValue(draft, name)]))

/** A field that two people have changed differently. */
export interface Conflict {
  name: FieldName
  theirs: string | boolean
  mine: string | boolean
}

/** Merges the user's changes with somebody else's. In a conflict the user's win, and the form says so. */
export function rebase(mine: Draft, base: Draft, theirs: Draft): { draft: Draft; conflicts: Conflict[] } {
  const own = differing(mine, base)
  const draft = { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
  const conflicts = differing(theirs, base)
    .filter((name) => own.includes(name) && differing(mine, theirs).includes(name))
    .map((name) => ({ name, theirs: theirs[name], mine: mine[name] }))
  return { draft, conflicts }
}
