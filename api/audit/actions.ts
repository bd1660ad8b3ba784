/**
 * Operations that record no event: chatting, what visitors and servers do all day, searching, and requests that change nothing.
 * All other changes are audited by default, and so are exports.
 */
export const UNAUDITED: readonly string[] = [
  'mintWidgetToken',
  'createSession',
  'changeSession',
  'createConversation',
  'changeConversation',
  'putContext',
  'changeContext',
  'postSessionMessage',
  'postConversationMessage',
  'cancelSessionReply',
  'cancelConversationReply',
  'putSessionFeedback',
  'putConversationFeedback',
  'retrievePassages',
  'readInvitation',
]

/** Names of events that do not follow from the operation's name. */
const NAMED: Record<string, string> = {
  signIn: 'user.signed_in',
  signOut: 'user.signed_out',
  signOutEverywhere: 'user.signed_out_everywhere',
  endOwnSession: 'user.session_ended',
  endUserSessions: 'user.sessions_ended',
  changeAccount: 'user.changed',
  changePassword: 'user.password_changed',
}

/** The past tense of the verbs that operations begin with. */
const PARTICIPLES: Record<string, string> = {
  accept: 'accepted',
  activate: 'activated',
  add: 'added',
  change: 'changed',
  create: 'created',
  delete: 'deleted',
  end: 'ended',
  export: 'exported',
  import: 'imported',
  index: 'indexed',
  invite: 'invited',
  put: 'stored',
  reindex: 'reindexed',
  retry: 'retried',
  revoke: 'revoked',
  rotate: 'rotated',
  upload: 'uploaded',
}

/** `agent.changed` for `changeAgent`; undefined where its name does not tell. */
export function actionOf(operation: string): string | undefined {
  const [, verb = '', noun = ''] = /^([a-z]+)([A-Z]\w*)?$/.exec(operation) ?? []
  const participle = PARTICIPLES[verb]
  if (NAMED[operation]) return NAMED[operation]
  return participle && noun
    ? `${noun.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}.${participle}`
    : undefined
}

/** Whether an event is kept of what succeeds. */
export const isAudited = (operation: string, method: string) =>
  (!['GET', 'HEAD'].includes(method) || /^export[A-Z]/.test(operation)) &&
  method !== 'HEAD' &&
  !UNAUDITED.includes(operation)

/** What belongs to customers: erased with them, so that nothing of it may stay in an event but its id. */
export const PERSONAL: readonly string[] = [
  'context',
  'session',
  'conversation',
  'thread',
  'threads',
  'message',
]
