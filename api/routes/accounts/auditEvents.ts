import Router from '@koa/router'
import type { Db } from '../../../shared/db/db.ts'
import type { Page } from '../../../shared/db/paging.ts'
import {
  ACTOR_KINDS,
  type AuditEvent,
  type AuditFilter,
  listAuditEvents,
} from '../../../shared/store/accounts/auditEvents.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answerDownload, type DownloadFormat, downloadFormat, fileAnswers } from '../../http/download.ts'
import { answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { many, object, orNull, presenter, text, time, uuid } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { organizationSlot } from '../../middleware/organizationSlot.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { timeOf, time as timeQuery } from '../records/time.ts'

const auditEvent = object('AuditEvent', {
  id: uuid,
  created_at: time,
  actor_kind: {
    type: 'string',
    enum: ACTOR_KINDS,
    description: '`unknown`: somebody who failed to sign in as the target.',
  },
  actor_id: orNull(uuid),
  actor: { ...orNull(text), description: "The user's address or the application's client id, as it was." },
  action: { ...text, description: 'A noun and what became of it.', examples: ['agent.changed'] },
  target_kind: text,
  target_id: orNull(uuid),
  target_label: { ...orNull(text), description: 'Its name, as it was. Null for what belongs to customers.' },
  changes: {
    type: 'object',
    description:
      'By field, its value before and after; texts are cut after 200 characters, and secrets never kept.',
    additionalProperties: {
      type: 'object',
      properties: { before: {}, after: {} },
      additionalProperties: false,
    },
  },
  request_id: orNull(text),
  address: { ...orNull(text), description: 'Of the client; of IPv6, its network (/64).' },
})
const present = presenter<AuditEvent>(auditEvent)

const filters = {
  actor: { type: 'string', minLength: 1, maxLength: 254, description: 'An address, a client id, or an id.' },
  action: { type: 'string', pattern: '^[a-z_]+\\.[a-z_]+$', maxLength: 100 },
  target_kind: { type: 'string', pattern: '^[a-z_]+$', maxLength: 60 },
  target_id: uuid,
  from: timeQuery('ISO 8601 date-time, or a date, which is its midnight in UTC.'),
  to: timeQuery('The same; up to, but without.'),
  format: downloadFormat,
} as const

const ABOUT =
  'The newest first. Every change of what an organization has and of its people, by whomever, is kept for `AUDIT_DAYS` (400); nobody can change or delete an event. Messages, and sessions and conversations that go their way, leave none; their deletion and export do.'

/** More events than a busy organization makes in a day. */
const DOWNLOAD_PAGE = 500

/** The audit log. */
export const auditEvents = new Router<State, Services>()
auditEvents.get(
  '/api/v1/audit-events',
  operation('listAuditEvents', 'Who changed what', { 200: [many(auditEvent), ...fileAnswers] }, ABOUT),
  authenticate('dashboard'),
  rateLimit,
  validatePage('desc', filters),
  organizationSlot,
  getAuditEvents,
)

type AuditQuery = Omit<AuditFilter, 'from' | 'to'> & { from?: string; to?: string; format?: DownloadFormat }

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
    return answerPage(ctx, await listAuditEvents(ctx.db, organization_id, wanted, page), page.limit, present)
  const columns = Object.keys(auditEvent.properties as object) as (keyof AuditEvent)[]
  const pages = allPages(ctx.db, organization_id, wanted, page.order)
  answerDownload(ctx, { format, name: 'audit-events', columns, pages })
}

async function* allPages(db: Db, organizationId: string, filter: AuditFilter, order: Page['order']) {
  for (let after: string | undefined; ; ) {
    const page = { limit: DOWNLOAD_PAGE, order, ...(after ? { after } : {}) }
    const { rows, has_more } = await listAuditEvents(db, organizationId, filter, page)
    yield rows.map((row) => present(row) as AuditEvent)
    if (!has_more) return
    after = rows.at(-1)!.id
  }
}
