import type { Schemas } from '../../api.ts'

/** Names for the kinds of records in the audit log. */
export const KINDS: Readonly<Record<string, string>> = {
  agent: 'agent',
  application: 'application',
  context: 'customer',
  conversation: 'conversation',
  file: 'file',
  invitation: 'invitation',
  knowledge: 'knowledge',
  organization: 'organization',
  qa: 'question and answer',
  secret: 'secret',
  session: 'session',
  thread: 'transcript',
  threads: 'transcripts',
  url: 'web page',
  user: 'user',
  widget_configuration: 'widget',
}

/** Phrases for actions whose verb and kind do not make a good sentence. */
const PHRASES: Readonly<Record<string, string>> = {
  'user.signed_in': 'signed in',
  'user.signed_out': 'signed out',
  'user.signed_out_everywhere': 'signed out everywhere',
  'user.session_ended': 'ended a session of',
  'user.sessions_ended': 'ended all sessions of',
  'user.password_changed': 'changed the password of',
  'user.sign_in_failed': 'failed to sign in as',
  'context.erased': 'erased a customer and all their data',
  'secret.rotated': 'rotated the secret of',
  'secret.revoked': 'revoked a secret of',
  'invitation.created': 'invited',
  'invitation.renewed': 'renewed the invitation of',
  'invitation.revoked': 'revoked the invitation of',
  'invitation.accepted': 'accepted the invitation of',
}

/** Phrases for people who act on their own account. */
const OWN_PHRASES: Readonly<Record<string, string>> = {
  'user.changed': 'changed their account',
  'user.deleted': 'removed themselves',
  'user.session_ended': 'ended a session of theirs',
  'user.sessions_ended': 'ended all their sessions',
  'user.password_changed': 'changed their password',
}

/** Says what somebody did, without a subject: `Changed the agent Ada`. */
export function sentenceOf({ action, actor_id, target_id, target_label }: Schemas['AuditEvent']): string {
  const [kind = '', participle = ''] = action.split('.')
  const phrase =
    PHRASES[action] ?? `${participle.replaceAll('_', ' ')} the ${KINDS[kind] ?? kind.replaceAll('_', ' ')}`
  const isOwn = actor_id !== null && actor_id === target_id
  const sentence = isOwn ? (OWN_PHRASES[action] ?? phrase) : [phrase, target_label].filter(Boolean).join(' ')
  return capital(sentence)
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  agent: (id) => `/agents/${id}`,
  application: (id) => `/applications/${id}`,
  context: (id) => `/customers/${id}`,
  conversation: (id) => `/conversations/${id}`,
  file: (id) => `/knowledge/file/${id}`,
  invitation: () => '/people',
  organization: () => '/organization',
  qa: (id) => `/knowledge/qa/${id}`,
  session: (id) => `/conversations/${id}`,
  thread: (id) => `/conversations/${id}`,
  url: (id) => `/knowledge/url/${id}`,
  user: () => '/people',
  widget_configuration: (id) => `/widgets/${id}`,
}

/** Returns the page of the target; undefined: it has none, or it is gone. */
export const pageOf = (action: string, kind: string, id: string | null) =>
  id && !/\.(deleted|erased|revoked)$/.test(action) ? PAGES[kind]?.(id) : undefined

/** Writes a value for people. */
export function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const fieldName = (field: string) => field.replaceAll('_', ' ')
