import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { ApplicationLimits, Scope } from '../shared/applications/applications.ts'
import type { Actor } from '../shared/audit/auditEvents.ts'
import type { Accept } from '../shared/chat/accept.ts'
import type { Decide } from '../shared/chat/decisions.ts'
import type { EndReply } from '../shared/chat/endReplies.ts'
import type { HumanAnswer, Message } from '../shared/chat/messages.ts'
import type { ReadRelayLag } from '../shared/events/relayLag.ts'
import type { Handoffs } from '../shared/handoffs/handoffs.ts'
import type { FileStorage } from '../shared/knowledge/fileStorage.ts'
import type { FileContent } from '../shared/knowledge/files.ts'
import type { KnowledgeEntry } from '../shared/knowledge/knowledge.ts'
import type { FairLoop } from '../shared/lib/async/fairLoop.ts'
import type { Config } from '../shared/lib/config/config.ts'
import type { Db } from '../shared/lib/db/db.ts'
import type { Log } from '../shared/lib/observability/log.ts'
import type { EventSignals } from '../shared/lib/queue/eventSignals.ts'
import type { LiveSignals } from '../shared/lib/queue/liveSignals.ts'
import type { NotificationSender } from '../shared/lib/queue/notifications.ts'
import type { WakeUps } from '../shared/lib/queue/queue.ts'
import type { ThreadSignals } from '../shared/lib/queue/threadSignals.ts'
import type { Sealer } from '../shared/lib/sealing.ts'
import type { Mailer } from '../shared/mail/mailer.ts'
import type { StoredConnections } from '../shared/models/connections.ts'
import type { SignedInUser } from '../shared/people/dashboardSessions.ts'
import type { SchemaWatch } from '../shared/process/schema.ts'
import type { VectorSearch } from '../shared/search/meaning.ts'
import type { MakeRerank } from '../shared/search/rerank.ts'
import type { Trial } from '../shared/trials/trials.ts'
import type { CredentialStore } from './auth/credentialCache.ts'
import type { OidcConnector } from './auth/oidc.ts'
import type { Tokens } from './auth/widgetTokens.ts'
import type { BudgetGate } from './limits/budgetGate.ts'
import type { NearLimits } from './limits/nearLimits.ts'
import type { RateLimiter } from './limits/rateLimiter.ts'
import type { ReadFleet } from './metrics/queueMetrics.ts'
import type { Recorder } from './metrics/requestRecorder.ts'
import type { EventFeed } from './replies/eventFeed.ts'
import type { JobWaiter } from './replies/jobWaiter.ts'
import type { LiveFeed } from './replies/liveFeed.ts'
import type { ReplyCapacity } from './replies/replyCapacity.ts'
import type { ReplyFeed } from './replies/replyFeed.ts'
import type { ThreadFeed } from './replies/threadFeed.ts'

/** Objects that the process creates at its start. Every request's context has them. */
export interface Services {
  /** The channel on which this process receives notifications. */
  address: string
  /** Whether the process is shutting down, so that routers should send requests to others. */
  isStopping: () => boolean
  config: Config
  db: Db
  log: Log
  /** Whether the database is migrated. */
  schema: SchemaWatch
  wakeUps: WakeUps
  /** Shares the process's event loop between organizations. */
  loop: FairLoop
  findByMeaning: VectorSearch
  makeRerank: MakeRerank
  connections: StoredConnections
  credentials: CredentialStore
  tokens: Tokens
  limits: RateLimiter
  nearLimits: NearLimits
  mailer: Mailer
  sealer: Sealer
  oidc: OidcConnector
  budgets: BudgetGate
  recorder: Recorder
  readFleet: ReadFleet
  readRelayLag: ReadRelayLag
  replyCapacity: ReplyCapacity
  files: FileStorage
  acceptMessage: Accept
  decide: Decide
  endReply: EndReply
  handoffs: Handoffs
  replyWaiter: JobWaiter<Message>
  /** Waits for people's answers, by the id of the question. */
  humanWaiter: JobWaiter<HumanAnswer>
  trialWaiter: JobWaiter<Trial>
  replyFeed: ReplyFeed
  threadFeed: ThreadFeed
  liveFeed: LiveFeed
  eventFeed: EventFeed
  threadSignals: Pick<ThreadSignals, 'changed'>
  liveSignals: Pick<LiveSignals, 'presenceChanged'>
  notifications: Pick<NotificationSender, 'send'>
  eventSignals: Pick<EventSignals, 'changed'>
  entryWaiter: JobWaiter<KnowledgeEntry>
  deliveryWaiter: JobWaiter<{ id: string }>
}

/** An application's key and secret, a widget's token, or a dashboard session. */
export type CredentialKind = 'application' | 'widget' | 'dashboard'

/** The sender of a request, known by its credentials. */
export interface Caller {
  kind: CredentialKind
  organization_id: string
  /** The organization's limit of API requests an hour; null: the service's default. */
  hourly_limit: number | null
  /** The application of a key or a token. */
  application_id: string | null
  client_id: string | null
  /** The limits that the organization's owners gave the application. */
  application_limits: ApplicationLimits | null
  /** The agents that a widget's token or a key may use; null: all. */
  agent_ids: string[] | null
  /** What a key may do; null: all that its kind of credentials may. */
  scopes: readonly Scope[] | null
  /** Whether it is a test key, which reaches only the threads of test keys. */
  is_test: boolean
  /** The id of a key that reaches only some threads; null for other keys and callers. */
  limited_key_id: string | null
  /** The visitor of a widget's token, who can use only their own sessions. */
  subject: string | null
  /**
   * The context of the customer for whom an identity token has vouched; null for anonymous visitors
   * and other callers.
   */
  context_id: string | null
  /** The origin of the page for which a widget's token was made. */
  origin: string | null
  /** The user of a dashboard session. */
  user: SignedInUser | null
}

/**
 * A handler's additions to the audit event, which otherwise comes from the request and its answer.
 */
export interface AuditNote {
  /** Overrides the action that follows from the operation's name. */
  action?: string
  /** The actor and organization, for a request without credentials. */
  actor?: Actor & { organization_id: string }
  /** Suppresses the event, because nothing changed. */
  isNothing?: boolean
  target?: { id: string; label: string | null }
  /** The record before the change. */
  before?: object
  /** The record after the change, where the answer does not show it. */
  after?: object
  /** The fields to compare, where they are not those of the request's body. */
  fields?: readonly string[]
}

/** Threads that a request has changed, although its path does not name them. */
export interface ChangedThreads {
  organization_id: string
  /** `any`: any thread of the organization. */
  ids: readonly string[] | 'any'
}

/** Facts about a request, set by the middleware. */
export interface State {
  requestId: string
  /** Set by `operation`: its id, such as `createAgent`. */
  operation?: string
  /** Set by `operation`: the fields of the record with which the route answers. */
  shown?: readonly string[]
  /** Set by handlers whose ETag covers more than their answer shows. */
  tag?: string
  /** Set by `noteAudit`. */
  audit?: AuditNote
  /** Set by `noteThreads`. */
  changedThreads?: ChangedThreads
  /** Set by `authenticate`. The route admits its kind. */
  caller: Caller
  /** Set by `body`. After `validate` it fits the schema. */
  body: unknown
  /** The uploaded file. */
  file?: FileContent
  /** Set with `file`: frees its memory and its share of the upload capacity. */
  forgetFile?: () => void
  /** Set by `validateQuery`. */
  query: unknown
  /** Set by `rateLimit` for a counted request: takes it out of the count. */
  uncount?: () => Promise<void>
}

export type Ctx = RouterContext<State, Services>
export type Middleware = RouterMiddleware<State, Services>
