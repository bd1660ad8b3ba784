import Router from '@koa/router'
import { presentThread } from '../../../shared/chat/presentThread.ts'
import { type Thread, type ThreadKind, threadRecords } from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Ctx, Middleware, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, type ObjectSchema, one, type Schema } from '../../http/schemas.ts'
import { authenticate, authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew } from '../../middleware/validate.ts'
import { reachesAgent } from '../records/agentReach.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import {
  changeThread,
  requireActiveAgent,
  requireThread,
  THREAD_NAMES,
  threadChanges,
  threadOf,
  threadReach,
} from '../threads/threads.ts'

/** What differs between sessions and conversations. */
export interface ThreadResource {
  kind: ThreadKind
  /** Summary and description of the operation that opens a thread. */
  open: readonly [summary: string, description: string]
  /** Description of the operation that lists them. */
  list: string
  /** Description of the operation that reads a thread. */
  read: string
  /** The schema of the record. */
  record: Schema
  /** The schema of the record in a list, where that has more. */
  listed?: Schema
  /** The body of the request that opens a thread. */
  body: ObjectSchema
  /** An example of a body that changes a thread. */
  changes: object
  /** The filters of the list. */
  filters: Readonly<Record<string, Schema>>
  /** How requests for the list count. */
  limitList: Middleware
  /** Answers a visitor's request for the list. By default, visitors get what others get. */
  listForVisitor?: (ctx: Ctx) => Promise<void>
  /** Refuses fields of a new or changed thread. @throws AppError */
  check?: (ctx: Ctx, fields: Partial<Thread>) => void
  /** Stores a thread with the fields of the body. Its agent is active. */
  create: (ctx: Ctx, db: Db) => Promise<Thread>
  /** Returns what a change locks before the thread; undefined if nothing. */
  lockFor?: (ctx: Ctx, changes: Partial<Thread>) => ((db: Db) => Promise<unknown>) | undefined
}

/** Makes the routes that open, list, read, change and delete the threads of a kind. */
export function threadRoutes(resource: ThreadResource): Router<State, Services> {
  const { kind, record, body } = resource
  const Name = THREAD_NAMES[kind]
  const path = `/api/v1/${kind}s`
  const routes = new Router<State, Services>()
  const { post, list, read, show, patch, remove } = threadHandlers(resource)
  routes.post(
    path,
    operation(`create${Name}`, resource.open[0], { 201: one(record) }, resource.open[1]),
    authenticateFor(kind),
    rateLimit,
    validateNew(body),
    post,
  )
  routes.get(
    path,
    operation(
      `list${Name}s`,
      `List the ${kind}s`,
      { 200: many(resource.listed ?? record) },
      resource.list,
    ),
    authenticateFor(kind),
    resource.limitList,
    validatePage('desc', { table: 'threads', kind }, resource.filters),
    list,
  )
  routes.get(
    `${path}/:id`,
    operation(`read${Name}`, `Read a ${kind}`, { 200: one(record) }, resource.read),
    authenticateFor(kind),
    rateLimit,
    read,
  )
  routes.patch(
    `${path}/:id`,
    operation(
      `change${Name}`,
      `Change or close a ${kind}`,
      { 200: one(record) },
      'Changes only the fields in the body. `metadata` is replaced as a whole.',
      ifMatch(kind),
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateChanges({ ...threadChanges(body.properties), examples: [resource.changes] }, show),
    patch,
  )
  routes.delete(
    `${path}/:id`,
    operation(
      `delete${Name}`,
      `Delete a ${kind}, with its messages`,
      { 200: deleted },
      'Also deletes its feedback and unfinished replies. Its costs stay in the figures.',
      ifMatch(kind),
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    remove,
  )
  return routes
}

function threadHandlers({ kind, listForVisitor, check, create, lockFor }: ThreadResource) {
  const Name = THREAD_NAMES[kind]
  const records = threadRecords[kind]
  const { list: listAll, remove } = handlersOf(
    records,
    presentThread,
    'its messages and feedback',
    threadReach,
  )

  async function post(ctx: Ctx) {
    const fields = ctx.state.body as Partial<Thread> & Pick<Thread, 'agent_id'>
    const { organization_id } = ctx.state.caller
    if (!reachesAgent(ctx, fields.agent_id))
      throw new AppError('not_found', 'With these credentials you reach no agent with this id.')
    check?.(ctx, fields)
    const created = await idempotently(
      ctx,
      async (db) => {
        await requireActiveAgent(db, organization_id, fields.agent_id)
        return create(ctx, db)
      },
      (id) => records.get(ctx.db, organization_id, id),
    )
    answer(ctx, 201, `${Name} created.`, presentThread(created))
  }

  const list = (ctx: Ctx) =>
    listForVisitor && ctx.state.caller.kind === 'widget' ? listForVisitor(ctx) : listAll(ctx)

  const show = async (ctx: Ctx) => presentThread(await threadOf(ctx, kind, 'id'))

  async function read(ctx: Ctx) {
    answer(ctx, 200, `${Name} found.`, await show(ctx))
  }

  async function patch(ctx: Ctx) {
    const changes = ctx.state.body as Partial<Thread>
    const id = idOf(ctx, kind)
    await requireThread(ctx, kind)
    check?.(ctx, changes)
    const changed = await changeThread(ctx, kind, id, changes, lockFor?.(ctx, changes))
    answer(ctx, 200, `${Name} changed.`, presentThread(changed))
  }

  return { post, list, read, show, patch, remove }
}
