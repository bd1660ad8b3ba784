import Router from '@koa/router'
import { ALERT_KINDS, alertRecords } from '../../../shared/alerts/alerts.ts'
import { presentAlert } from '../../../shared/alerts/presentAlert.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  amount,
  count,
  many,
  object,
  optional,
  orNull,
  record,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { pageOf, validatePage } from '../records/paging.ts'

const figures = {
  bucket: text('Of a limit: its name, as in `RateLimit`.'),
  application_id: uuid('Of a limit: the application that has it; missing: the organization.'),
  limit: amount('Of a limit: the requests that it allows. Of a budget: its amount.'),
  used: amount('What of the limit or budget was used.'),
  budget_id: uuid('Of a budget: which one is nearly spent.'),
  unit: text('Of a budget: in what it counts, such as `usd`.'),
  failed: count('Of failures: replies that failed in the last 15 minutes.'),
  replies: count('Of failures: replies that ended in the last 15 minutes.'),
  connection_id: uuid('Of a connection: the one whose model does not answer.'),
  model: text('Of a connection: the model that does not answer, as agents name it.'),
}

export const alert = record(
  'Alert',
  'A threshold that was crossed, of which owners were warned once.',
  {
    kind: {
      type: 'string',
      enum: ALERT_KINDS,
      description:
        '`limit`, a limit on requests is used to 80 %; `budget`, a budget is spent to 80 %; `failures`, at least 5 replies and 20 % of them failed within 15 minutes; `connection`, a model of a connection does not answer.',
    },
    state: {
      type: 'string',
      enum: ['open', 'resolved'],
      description:
        '`open` until all is well again, or until the window of the limit or budget ends.',
    },
    facts: optional(
      object('AlertFacts', 'The figures of the crossing: those that apply to its kind.', figures),
      ...Object.keys(figures),
    ),
    ends_at: orNull(time('When the window of the limit or budget ends'), 'it has no window'),
    resolved_at: orNull(time('When it was resolved'), 'it is open'),
  },
)

const EXPLAINED =
  'Each is raised once for each crossing, with the event `alert.raised`, a mail to owners, and a badge in the dashboard. Failures of test keys and in the playground count for none. Resolved alerts are kept for 90 days.'

/** What owners were warned of. */
export const alerts = new Router<State, Services>()
alerts.get(
  '/api/v1/alerts',
  operation('listAlerts', 'List the alerts to owners', { 200: many(alert) }, EXPLAINED),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage(
    'desc',
    { table: 'alerts' },
    {
      state: {
        type: 'string',
        enum: ['open', 'resolved'],
        description: 'Only alerts in this state.',
      },
    },
  ),
  getAlerts,
)

async function getAlerts(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const found = await alertRecords.list(ctx.db, organization_id, filter, page)
  answerPage(ctx, found, page.limit, presentAlert)
}
