import { SCOPES, type Scope } from '../../shared/applications/applications.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Caller } from '../context.ts'

/** What a key needs for an operation. */
export interface KeyRule {
  /** Any of these scopes is enough, unless `needsAll`. */
  scopes: readonly Scope[]
  /**
   * Whether the key needs all of the scopes, as for webhook endpoints, which receive what customers
   * say.
   */
  needsAll?: boolean
  /**
   * Whether keys of single agents may use it. Then its handler hides other agents from them.
   * Otherwise the operation concerns the whole organization.
   */
  ofAgents: boolean
  /**
   * Whether it shows or changes live customers' messages or data, so that test keys may not use it.
   */
  isLive?: boolean
}

/** The operations that applications may use, grouped by their rule. */
const GROUPS: readonly (KeyRule & { operations: string })[] = [
  {
    scopes: ['chat', 'read'],
    ofAgents: true,
    operations: `listSessions readSession listConversations readConversation listSessionMessages readSessionMessage
      listConversationMessages readConversationMessage listSessionFeedback listConversationFeedback listSessionHandoffs
      listConversationHandoffs readSessionHandoffState readConversationHandoffState followSession followConversation listThreads readThread
      readSessionContact readConversationContact readSessionAttachment readConversationAttachment
      listInbox countInbox
      listToolCalls readToolCall
      exportThreads exportThread readSessionReplyTrace readConversationReplyTrace`,
  },
  { scopes: ['chat', 'read'], ofAgents: true, isLive: true, operations: 'readContext' },
  { scopes: ['chat', 'read'], ofAgents: false, isLive: true, operations: 'listContexts' },
  {
    scopes: ['chat'],
    ofAgents: true,
    operations: `createSession changeSession deleteSession createConversation changeConversation deleteConversation
      postSessionMessage postConversationMessage cancelSessionReply cancelConversationReply decideSessionAction decideConversationAction settleToolCall putSessionFeedback
      putSessionContact putConversationContact mailSessionTranscript mailConversationTranscript
      uploadSessionAttachment uploadConversationAttachment putConversationFeedback sendSessionPresence sendConversationPresence`,
  },
  { scopes: ['chat'], ofAgents: true, isLive: true, operations: 'putContext changeContext' },
  {
    // Their answers include a handoff's notes, so `manage` alone does not open them.
    scopes: ['chat'],
    ofAgents: true,
    operations: `handOffSession handOffConversation assignSession assignConversation returnSession returnConversation`,
  },
  {
    scopes: ['knowledge', 'read'],
    ofAgents: true,
    operations: `listKnowledge listQa readQa listQaChunks listUrls readUrl listUrlChunks listFiles readFile listFileChunks
      readFileContent retrievePassages`,
  },
  {
    scopes: ['knowledge', 'read'],
    ofAgents: false,
    operations: 'readKnowledgeStatus countKnowledgeNeeds listContradictions listSynonyms',
  },
  {
    scopes: ['knowledge'],
    ofAgents: true,
    operations: `createQa changeQa deleteQa reindexQa createUrl changeUrl deleteUrl reindexUrl createFile changeFile
      deleteFile reindexFile`,
  },
  {
    scopes: ['knowledge'],
    ofAgents: false,
    operations: `deleteKnowledge reindexKnowledge dismissContradiction createSynonyms changeSynonyms deleteSynonyms`,
  },
  { scopes: SCOPES, ofAgents: true, operations: 'listAgents readAgent listModels' },
  { scopes: ['manage', 'read'], ofAgents: true, operations: 'readAgentTrial' },
  { scopes: ['read'], ofAgents: true, operations: 'listEvents readEvent' },
  {
    scopes: ['manage', 'read'],
    ofAgents: false,
    operations:
      'listAgentActivity listWidgetConfigurations readWidgetConfiguration listSavedAnswers',
  },
  { scopes: ['manage'], ofAgents: true, operations: 'changeAgent tryAgent' },
  {
    scopes: ['manage'],
    ofAgents: false,
    operations: `createAgent deleteAgent createWidgetConfiguration changeWidgetConfiguration deleteWidgetConfiguration
      createSavedAnswer changeSavedAnswer deleteSavedAnswer`,
  },
  {
    scopes: ['manage'],
    ofAgents: false,
    isLive: true,
    operations: 'deleteContext dismissAttention',
  },
  {
    scopes: ['tools', 'read'],
    ofAgents: false,
    operations: 'listTools readTool listMcpServers readMcpServer',
  },
  {
    scopes: ['tools'],
    ofAgents: false,
    isLive: true,
    operations: `createTool changeTool deleteTool rotateTool testTool acceptTool
      createMcpServer changeMcpServer deleteMcpServer refreshMcpServer`,
  },
  {
    scopes: ['manage', 'read'],
    needsAll: true,
    ofAgents: false,
    isLive: true,
    operations: `createWebhookEndpoint listWebhookEndpoints readWebhookEndpoint
      changeWebhookEndpoint deleteWebhookEndpoint rotateWebhookEndpoint testWebhookEndpoint listWebhookDeliveries
      replayWebhookEndpoint readWebhookDelivery retryWebhookDelivery`,
  },
  {
    scopes: ['read'],
    ofAgents: false,
    operations: `listRequestLogs listRequestLogsV1 measureEndpoints measureEndpointsV1 sumUsage sumUsageV1
      listKeyFigures listKeyFiguresV1 listLimitEvents listLimitEventsV1 readOverview readOverviewV1 readNow readNowV1
      readAnswers readToolFigures readSlices`,
  },
  {
    scopes: ['read'],
    ofAgents: false,
    isLive: true,
    operations: 'exportContext readQuestions listAttention listAlerts',
  },
]

/**
 * The rule for each operation that applications may use. No key may use an operation that is not
 * listed.
 */
export const KEY_RULES: ReadonlyMap<string, KeyRule> = new Map(
  GROUPS.flatMap(({ operations, ...rule }) =>
    operations.split(/\s+/).map((id) => [id, rule] as const),
  ),
)

/**
 * Refuses an operation that the caller's key may not use.
 * @throws AppError scope: the key lacks the operation's scope, or is only for single agents or for
 *   tests
 */
export function requireScope(
  { scopes, agent_ids, is_test }: Caller,
  operation: string | undefined,
): void {
  if (scopes === null && agent_ids === null && !is_test) return
  const rule = KEY_RULES.get(operation ?? '')
  if (!rule) throw new AppError('scope', 'No key with scopes may make this request.')
  const lacking = scopes ? lackingOf(rule, scopes) : ''
  if (lacking)
    throw new AppError(
      'scope',
      `This key lacks the ${lacking}, which this request needs. Use a key that has it.`,
    )
  if (agent_ids && !rule.ofAgents)
    throw new AppError(
      'scope',
      'This key is for single agents, and this request concerns the whole organization. Use a key for all agents.',
    )
  if (is_test && rule.isLive)
    throw new AppError(
      'scope',
      'This request concerns live customers. Use a key that is not for tests.',
    )
}

/** Returns the scopes that a key lacks for an operation; empty if it lacks none. */
function lackingOf(rule: KeyRule, held: readonly Scope[]): string {
  const lacking = rule.scopes.filter((scope) => !held.includes(scope))
  const isEnough = rule.needsAll ? lacking.length === 0 : lacking.length < rule.scopes.length
  if (isEnough) return ''
  return namesOf({ ...rule, scopes: lacking })
}

/**
 * Writes the scopes of a rule for a sentence: "scope `chat` or `read`", "scopes `manage` and
 * `read`".
 */
export function namesOf({ scopes, needsAll }: Pick<KeyRule, 'scopes' | 'needsAll'>): string {
  const noun = needsAll && scopes.length > 1 ? 'scopes' : 'scope'
  return `${noun} ${scopes.map((scope) => `\`${scope}\``).join(needsAll ? ' and ' : ' or ')}`
}
