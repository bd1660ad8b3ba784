import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** Names for the kinds of records in the audit log, for use within a sentence. */
export const KINDS: Readonly<Record<string, string>> = {
  agent: t('agent'),
  application: t('application'),
  budget: t('budget'),
  connection: t('connection'),
  contradiction: t('contradiction'),
  context: t('customer'),
  conversation: t('conversation'),
  file: t('file'),
  invitation: t('invitation'),
  knowledge: t('knowledge'),
  organization: t('organization'),
  qa: t('question and answer'),
  saved_answer: t('saved answer'),
  secret: t('secret'),
  single_sign_on: t('single sign-on'),
  session: t('session'),
  synonyms: t('synonyms'),
  thread: t('transcript'),
  threads: t('transcripts'),
  url: t('web page'),
  user: t('user'),
  webhook_delivery: t('delivery'),
  webhook_endpoint: t('webhook endpoint'),
  widget_configuration: t('widget'),
}

type Sentence = (label: string) => string

/** Sentences by their verb, about a kind of record and its label. */
const VERBS: Readonly<Record<string, Sentence>> = {
  accepted: (what) => t('Accepted the {what}', { what }),
  activated: (what) => t('Activated the {what}', { what }),
  added: (what) => t('Added the {what}', { what }),
  changed: (what) => t('Changed the {what}', { what }),
  created: (what) => t('Created the {what}', { what }),
  deleted: (what) => t('Deleted the {what}', { what }),
  dismissed: (what) => t('Dismissed the {what}', { what }),
  exported: (what) => t('Exported the {what}', { what }),
  imported: (what) => t('Imported the {what}', { what }),
  indexed: (what) => t('Indexed the {what}', { what }),
  removed: (what) => t('Removed the {what}', { what }),
  reindexed: (what) => t('Reindexed the {what}', { what }),
  retried: (what) => t('Retried the {what}', { what }),
  revoked: (what) => t('Revoked the {what}', { what }),
  stored: (what) => t('Stored the {what}', { what }),
  uploaded: (what) => t('Uploaded the {what}', { what }),
}

/** Sentences for actions that need wording of their own. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  'user.signed_in': (label) => t('Signed in {label}', { label }),
  'user.signed_out': (label) => t('Signed out {label}', { label }),
  'user.signed_out_everywhere': (label) => t('Signed out everywhere {label}', { label }),
  'user.session_ended': (label) => t('Ended a session of {label}', { label }),
  'user.sessions_ended': (label) => t('Ended all sessions of {label}', { label }),
  'user.password_changed': (label) => t('Changed the password of {label}', { label }),
  'user.password_reset': (label) => t('Reset the password of {label}', { label }),
  'user.password_reset_requested': (label) =>
    t('Asked to reset the password of {label}', { label }),
  'user.passkey_added': (label) => t('Added a passkey of {label}', { label }),
  'user.passkey_removed': (label) => t('Removed a passkey of {label}', { label }),
  'user.second_factor_added': (label) => t('Set up the authenticator app of {label}', { label }),
  'user.second_factor_removed': (label) => t('Removed the authenticator app of {label}', { label }),
  'user.sign_in_failed': (label) => t('Failed to sign in as {label}', { label }),
  'budget.warned': () => t('80% of a budget are spent'),
  'budget.reached': () => t('A budget is reached'),
  'context.erased': (label) => t('Erased a customer and all their data {label}', { label }),
  'key.created': (label) => t('Created the key {label}', { label }),
  'attention.dismissed': () => t('Dismissed a question that needed a look'),
  'identity_secret.rotated': (label) => t('Rotated the identity secret of {label}', { label }),
  'identity_secret.revoked': (label) => t('Revoked an identity secret of {label}', { label }),
  'secret.rotated': (label) => t('Rotated the secret of {label}', { label }),
  'secret.revoked': (label) => t('Revoked a secret of {label}', { label }),
  'webhook_endpoint.disabled': (label) =>
    t('The endpoint {label} failed and was disabled', { label }),
  'webhook_endpoint.rotated': (label) => t('Rotated the secret of {label}', { label }),
  'webhook_endpoint.replayed': (label) => t('Replayed events to {label}', { label }),
  'invitation.created': (label) => t('Invited {label}', { label }),
  'invitation.renewed': (label) => t('Renewed the invitation of {label}', { label }),
  'invitation.revoked': (label) => t('Revoked the invitation of {label}', { label }),
  'invitation.accepted': (label) => t('Accepted the invitation of {label}', { label }),
}

/** Sentences about users who change their own account. */
const OWN_SENTENCES: Readonly<Record<string, string>> = {
  'user.signed_in': t('Signed in'),
  'user.signed_out': t('Signed out'),
  'user.signed_out_everywhere': t('Signed out everywhere'),
  'user.changed': t('Changed their account'),
  'user.deleted': t('Removed themselves'),
  'user.session_ended': t('Ended a session of theirs'),
  'user.sessions_ended': t('Ended all their sessions'),
  'user.password_changed': t('Changed their password'),
}

/** Returns a sentence for an event, without a subject: `Changed the agent Ada`. */
export function sentenceOf({
  action,
  actor_id,
  target_id,
  target_label,
}: Schemas['AuditEvent']): string {
  const isOwn = actor_id !== null && actor_id === target_id
  const own = isOwn ? OWN_SENTENCES[action] : undefined
  if (own) return own
  const label = target_label ?? ''
  const [kind = '', participle = ''] = action.split('.')
  const what = `${KINDS[kind] ?? kind.replaceAll('_', ' ')} ${label}`.trim()
  const sentence =
    SENTENCES[action]?.(label) ??
    VERBS[participle]?.(what) ??
    `${capital(participle.replaceAll('_', ' '))}: ${what}`
  return sentence.trim()
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  agent: (id) => `/agents/${id}`,
  application: (id) => `/applications/${id}`,
  connection: () => '/connections',
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
  webhook_endpoint: (id) => `/webhooks/${id}`,
  widget_configuration: (id) => `/widgets/${id}`,
}

/** Returns the page of the target; undefined: it has none, or it was deleted. */
export const pageOf = (action: string, kind: string, id: string | null) =>
  id && !/\.(deleted|erased|revoked)$/.test(action) ? PAGES[kind]?.(id) : undefined

/** Formats a value for users. */
export function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.join(', ') || '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
