/**
 * Operations that are not audited: chats, the routine calls of visitors and servers, searches, and
 * requests that change nothing. All other changes are audited by default, and so are exports.
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
  // The steps of replies record who decided, and when.
  'decideSessionAction',
  'decideConversationAction',
  // The table of handoffs records who did it, and when.
  'handOffSession',
  'handOffConversation',
  'assignSession',
  'assignConversation',
  'returnSession',
  'returnConversation',
  'sendSessionPresence',
  'sendConversationPresence',
  'markSessionRead',
  'markConversationRead',
  'uploadSessionAttachment',
  'uploadConversationAttachment',
  'putSessionContact',
  'putConversationContact',
  'mailSessionTranscript',
  'mailConversationTranscript',
  'putSessionFeedback',
  'putConversationFeedback',
  'retrievePassages',
  'tryAgent',
  'suggestSessionAnswer',
  'suggestConversationAnswer',
  'testConnection',
  'testTool',
  'testWebhookEndpoint',
  'readInvitation',
  // The handler stores an event for each user with the address.
  'requestPasswordReset',
  'makeAuthenticatorSecret',
  'beginSingleSignOn',
  'beginPasskeySignIn',
  'beginPasskey',
]

/** Event names that cannot be derived from the operation's name. */
const NAMED: Record<string, string> = {
  signIn: 'user.signed_in',
  signOut: 'user.signed_out',
  signOutEverywhere: 'user.signed_out_everywhere',
  endOwnSession: 'user.session_ended',
  endUserSessions: 'user.sessions_ended',
  changeAccount: 'user.changed',
  changePassword: 'user.password_changed',
  finishPasskeySignIn: 'user.signed_in',
  createPasskey: 'user.passkey_added',
  deletePasskey: 'user.passkey_removed',
  finishSingleSignOn: 'user.signed_in',
  putSingleSignOn: 'single_sign_on.changed',
  deleteSingleSignOn: 'single_sign_on.removed',
  resetPassword: 'user.password_reset',
  putAuthenticator: 'user.second_factor_added',
  changeNotifications: 'user.changed',
  putPhoto: 'user.changed',
  deletePhoto: 'user.changed',
  removeAuthenticator: 'user.second_factor_removed',
  removeUserAuthenticator: 'user.second_factor_removed',
}

/** The past tense of the verbs that operations begin with. */
const PARTICIPLES: Record<string, string> = {
  accept: 'accepted',
  activate: 'activated',
  add: 'added',
  change: 'changed',
  create: 'created',
  delete: 'deleted',
  dismiss: 'dismissed',
  end: 'ended',
  export: 'exported',
  import: 'imported',
  index: 'indexed',
  invite: 'invited',
  put: 'stored',
  refresh: 'refreshed',
  reindex: 'reindexed',
  replay: 'replayed',
  retry: 'retried',
  revoke: 'revoked',
  rotate: 'rotated',
  settle: 'settled',
  upload: 'uploaded',
}

/**
 * Returns the event's name, such as `agent.changed` for `changeAgent`; undefined for an unknown
 * verb.
 */
export function actionOf(operation: string): string | undefined {
  const [, verb = '', noun = ''] = /^([a-z]+)([A-Z]\w*)?$/.exec(operation) ?? []
  const participle = PARTICIPLES[verb]
  if (NAMED[operation]) return NAMED[operation]
  return participle && noun
    ? `${noun.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}.${participle}`
    : undefined
}

/** Whether a successful request records an event. */
export const isAudited = (operation: string, method: string) =>
  (!['GET', 'HEAD'].includes(method) || /^export[A-Z]/.test(operation)) &&
  method !== 'HEAD' &&
  !UNAUDITED.includes(operation)

/**
 * Kinds of record that hold a customer's data. Their events keep only an id, so that erasing the
 * customer erases all of it.
 */
export const PERSONAL: readonly string[] = [
  'context',
  'session',
  'conversation',
  'thread',
  'threads',
  'message',
  'tool_call',
]
