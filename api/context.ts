import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { Config } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import type { Log } from '../shared/log.ts'
import type { Doorbell } from '../shared/queue.ts'
import type { KnowledgeEntry } from '../shared/store/knowledge.ts'
import type { Message } from '../shared/store/messages.ts'
import type { Ask } from './ask.ts'
import type { CredentialStore } from './credentials.ts'

/** What the process made at its start; every request's context has it. */
export interface Services {
  /** Where signals for this process go. */
  address: string
  config: Config
  db: Db
  log: Log
  doorbell: Doorbell
  credentials: CredentialStore
  askReply: Ask<Message>
  askIndex: Ask<KnowledgeEntry>
}

/** Who asks: the application whose key and secret the request carries. */
export interface Caller {
  organization_id: string
  application_id: string
  client_id: string
}

/** What the middleware found out about the request. */
export interface State {
  requestId: string
  /** Set by `authenticate`. */
  caller: Caller
  /** Set by `body`; of the schema's type after `validate`. */
  body: unknown
  /** Set by `validateQuery`. */
  query: unknown
}

export type Ctx = RouterContext<State, Services>
export type Middleware = RouterMiddleware<State, Services>
