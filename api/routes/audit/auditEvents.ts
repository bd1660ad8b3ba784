import Router from '@koa/router'
import {
  ACTOR_KINDS,
  AUDIT_SORTS,
  type AuditEvent,
  type AuditFilter,
  listAuditEvents,
} from '../../../shared/audit/auditEvents.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { Page } from '../../../shared/lib/db/paging.ts'
import type { Ctx, Services, State } from '../../context.ts'
import {
  answerDownload,
  type DownloadFormat,
  downloadFormat,
  fileAnswers,
} from '../../http/download.ts'
import { answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  kindOf,
  many,
  object,
  orNull,
  presenter,
  recordId,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { timeOf, time as timeQuery } from '../records/time.ts'

const auditEvent = object(
  'AuditEvent',
  'One change: who made it, when, and how the record changed.',
  {
    object: kindOf('audit_event'),
    id: recordId,
    created_at: time('When the change was made'),
    actor_kind: {
      type: 'string',
      enum: ACTOR_KINDS,
      description:
        'Who made the change: a `user` of the dashboard, an `application` by its key, the operator by the `admin_tool`, or `unknown`: a failed sign-in as the target, or the service itself.',
    },
    actor_id: orNull(
      uuid('Id of the user or application that made the change.'),
      'no user or application made it',
    ),
    actor: orNull(
      text(
        'Address of the user or client id of the application, as it was then; or `the admin tool`, or `Parley`, the service itself.',
      ),
      'unknown',
    ),
    action: {
      ...text('What happened: the kind of the target and a verb. Stable, for programs.'),
      examples: ['agent.changed'],
    },
    target_kind: { ...text('Kind of the record that was changed.'), examples: ['agent'] },
    target_id: orNull(
      uuid('Id of the record that was changed.'),
      'it changed several records, or none',
    ),
    target_label: orNull(
      text('Name of the record, as it was then.'),
      'it has no name, or belongs to a customer and might be personal',
    ),
    changes: {
      type: 'object',
      description:
        'The fields that changed, by their names. Long values are cut to 200 characters around the difference; secrets are never kept.',
      additionalProperties: {
        type: 'object',
        properties: {
          before: {
            description: 'Value before the change; absent if it created the record.',
          },
          after: {
            description: 'Value after the change; absent if it deleted the record.',
          },
        },
        additionalProperties: false,
      },
    },
    request_id: orNull(
      text('Id of the request that made the change, as in `X-Request-Id`.'),
      'no request made the change',
    ),
    address: orNull(
      text('IP address of the request; for IPv6, its network (/64).'),
      'no request made the change',
    ),
  },
)
const present = presenter<AuditEvent>(auditEvent)

const filters = {
  id: uuid('Only this event.'),
  actor: {
    type: 'string',
    minLength: 1,
    maxLength: 254,
    description:
      'Changes by this user or application: an address, a client id, or the id of either.',
  },
  action: {
    type: 'string',
    pattern: '^[a-z_]+\\.[a-z_]+$',
    maxLength: 100,
    description: 'Changes of this kind, such as `agent.changed`.',
  },
  target_kind: {
    type: 'string',
    pattern: '^[a-z_]+$',
    maxLength: 60,
    description: 'Changes of records of this kind, such as `agent`.',
  },
  target_id: uuid('Changes of this record.'),
  from: timeQuery('Changes at this time or later'),
  to: timeQuery('Changes before this time'),
  sort: {
    type: 'string',
    enum: AUDIT_SORTS,
    default: 'created_at',
    description:
      'The order of the list: by time, or by `action`, `actor` or `address` and then by time.',
  },
  format: downloadFormat,
} as const

const ABOUT =
  "The newest first, unless `sort` and `order` say otherwise. Changes of an organization's records and users are kept for `AUDIT_DAYS` (400); events cannot be changed or deleted. Chats are not recorded, but deleting or exporting sessions, conversations, messages, feedback or contexts is."

/** Events that one query reads for a file: more than a busy organization makes in a day. */
const DOWNLOAD_PAGE = 500

/** The audit log. */
export const auditEvents = new Router<State, Services>()
auditEvents.get(
  '/api/v1/audit-events',
  operation(
    'listAuditEvents',
    'List who changed what',
    { 200: [many(auditEvent), ...fileAnswers] },
    ABOUT,
  ),
  authenticate('dashboard'),
  rateLimit,
  validatePage('desc', { table: 'audit_events' }, filters),
  limitConcurrency,
  getAuditEvents,
)

type AuditQuery = Omit<AuditFilter, 'from' | 'to'> & {
  from?: string
  to?: string
  format?: DownloadFormat
}

async function getAuditEvents(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const { format, from, to, ...rest } = filter as AuditQuery
  const wanted = {
    ...rest,
    ...(from && { from: timeOf('from', from) }),
    ...(to && { to: timeOf('to', to) }),
  }
  const { organization_id } = ctx.state.caller
  if (!format)
    return answerPage(
      ctx,
      await listAuditEvents(ctx.db, organization_id, wanted, page),
      page.limit,
      present,
    )
  // Each line of the file is an event.
  const { object: _, ...fields } = auditEvent.properties as Record<string, unknown>
  const columns = Object.keys(fields) as (keyof AuditEvent)[]
  const pages = allPages(ctx.db, organization_id, wanted, page)
  answerDownload(ctx, { format, name: 'audit-events', columns, pages })
}

async function* allPages(db: Db, organizationId: string, filter: AuditFilter, first: Page) {
  const { after: _, ...order } = first
  for (let after: string | undefined; ; ) {
    const page = { ...order, limit: DOWNLOAD_PAGE, ...(after ? { after } : {}) }
    const { rows, has_more } = await listAuditEvents(db, organizationId, filter, page)
    yield rows.map((row) => present(row) as AuditEvent)
    if (!has_more) return
    after = rows.at(-1)!.id
  }
}
