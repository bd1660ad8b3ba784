import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { Config } from '../shared/config/config.ts'
import type { Db } from '../shared/db/db.ts'
import type { Log } from '../shared/observability/log.ts'
import type { WakeUps } from '../shared/queue/queue.ts'
import type { ApplicationLimits } from '../shared/store/accounts/applications.ts'
import type { Actor } from '../shared/store/accounts/auditEvents.ts'
import type { SignedInUser } from '../shared/store/accounts/dashboardSessions.ts'
import type { Accept } from '../shared/store/chat/accept.ts'
import type { EndReply } from '../shared/store/chat/endReplies.ts'
import type { Message } from '../shared/store/chat/messages.ts'
import type { FileStorage } from '../shared/store/knowledge/fileStorage.ts'
import type { FileContent } from '../shared/store/knowledge/files.ts'
import type { KnowledgeEntry } from '../shared/store/knowledge/knowledge.ts'
import type { VectorSearch } from '../shared/store/search/meaning.ts'
import type { CredentialStore } from './auth/credentialCache.ts'
import type { Tokens } from './auth/widgetTokens.ts'
import type { RateLimiter } from './limits/rateLimiter.ts'
import type { ReadFleet } from './metrics/queueMetrics.ts'
import type { Recorder } from './metrics/requestRecorder.ts'
import type { JobWaiter } from './replies/jobWaiter.ts'
import type { ReplyCapacity } from './replies/replyCapacity.ts'
import type { ReplyFeed } from './replies/replyFeed.ts'

/** What the process made at its start; every request's context has it. */
export interface Services {
  /** The channel on which this process receives notifications. */
  address: string
  /** Whether the process is about to end, so that routers should use others. */
  isStopping: () => boolean
  config: Config
  db: Db
  log: Log
  wakeUps: WakeUps
  findByMeaning: VectorSearch
  credentials: CredentialStore
  tokens: Tokens
  limits: RateLimiter
  recorder: Recorder
  readFleet: ReadFleet
  replyCapacity: ReplyCapacity
  files: FileStorage
  acceptMessage: Accept
  endReply: EndReply
  replyWaiter: JobWaiter<Message>
  replyFeed: ReplyFeed
  entryWaiter: JobWaiter<KnowledgeEntry>
}

/** An application's key and secret, a widget's token, a signed-in dashboard user. */
export type CredentialKind = 'application' | 'widget' | 'dashboard'

/** The caller. */
export interface Caller {
  kind: CredentialKind
  organization_id: string
  /** API requests an hour of the organization; null: the service's default. */
  hourly_limit: number | null
  /** The application that a key or a token belongs to. */
  application_id: string | null
  client_id: string | null
  /** The limits that its organization's owners gave it. */
  application_limits: ApplicationLimits | null
  /** The agents that a token reaches; null: every active one. */
  agent_ids: string[] | null
  /** The visitor of a token, who reaches no sessions but their own. */
  subject: string | null
  /** The user of a dashboard session. */
  user: SignedInUser | null
}

/** What a handler adds to the audit event, beside the request and its answer. */
export interface AuditNote {
  /** Overrides the action that the operation's name says. */
  action?: string
  /** The actor and organization of an audit event, where the request came without credentials. */
  actor?: Actor & { organization_id: string }
  /** Suppresses the event: nothing changed after all. */
  isNothing?: boolean
  target?: { id: string; label: string | null }
  /** The record as it was. */
  before?: object
  /** The record as it is, where the answer does not show it. */
  after?: object
  /** The fields that are compared, where they are not those of the request's body. */
  fields?: readonly string[]
}

/** The middleware's findings about the request. */
export interface State {
  requestId: string
  /** Set by `operation`: the route's name for programs. */
  operation?: string
  /** Set by `noteAudit`. */
  audit?: AuditNote
  /** Set by `authenticate`: of one of the kinds that the route lets in. */
  caller: Caller
  /** Set by `body`; of the schema's type after `validate`. */
  body: unknown
  /** Set for an upload. */
  file?: FileContent
  /** Set with `file`: frees it, and its room among the uploads. */
  forgetFile?: () => void
  /** Set by `validateQuery`. */
  query: unknown
  /** Set by `rateLimit`, where the request counts: takes it out of the count. */
  uncount?: () => Promise<void>
}

export type Ctx = RouterContext<State, Services>
export type Middleware = RouterMiddleware<State, Services>
