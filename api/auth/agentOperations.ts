/**
 * The operations of users with the role `agent`, who answer customers and see nothing else of the
 * organization. Such a user may use no operation that is not listed, whatever its route admits.
 */
const GROUPS: readonly string[] = [
  // The inbox, and the colleagues to whom chats can be assigned.
  `listInbox countInbox followThreads listUsers listSavedAnswers
    markSessionRead markConversationRead`,
  // Chats: all of them, because a customer's earlier chats are read beside the present one.
  `listThreads readThread listSessions readSession listConversations readConversation
    changeSession changeConversation followSession followConversation
    listSessionMessages listConversationMessages readSessionMessage readConversationMessage
    postSessionMessage postConversationMessage cancelSessionReply cancelConversationReply
    uploadSessionAttachment uploadConversationAttachment
    readSessionAttachment readConversationAttachment
    sendSessionPresence sendConversationPresence listSessionFeedback listConversationFeedback`,
  // Who answers, and where answers go.
  `readSessionHandoffState readConversationHandoffState listSessionHandoffs listConversationHandoffs
    handOffSession handOffConversation assignSession assignConversation
    returnSession returnConversation
    readSessionContact readConversationContact putSessionContact putConversationContact
    mailSessionTranscript mailConversationTranscript`,
  // What the agent would answer, and what it may do.
  `suggestSessionAnswer suggestConversationAnswer readAgentTrial
    listToolCalls readToolCall settleToolCall decideSessionAction decideConversationAction`,
  // Customers, to look at.
  'listContexts readContext',
  // The user's own account.
  `readSignedInUser signOut changeAccount changePassword putPhoto deletePhoto
    readNotifications changeNotifications readAvailability changeAvailability
    listOwnSessions signOutEverywhere endOwnSession listPasskeys beginPasskey createPasskey deletePasskey
    readAuthenticator makeAuthenticatorSecret putAuthenticator removeAuthenticator`,
]

const OPERATIONS: ReadonlySet<string> = new Set(GROUPS.flatMap((group) => group.split(/\s+/)))

/** Whether users with the role `agent` may use the operation. */
export const isForAgents = (operation: string | undefined): boolean =>
  operation !== undefined && OPERATIONS.has(operation)
