import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { changeMailSettings, readMailSettings } from '../../../shared/people/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { flag, object, one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges } from '../../middleware/validate.ts'

const properties = {
  mail_handoffs: flag(
    'Whether you get a mail when a chat that was handed off to people is not taken within a minute. Default: true only for owners.',
  ),
  mail_alerts: flag(
    'Whether you get a mail when an alert is raised; see `GET /api/v1/alerts`. Default: true only for owners.',
  ),
  mail_weekly: flag(
    'Whether you get the figures of the last week on Mondays. Default: true only for owners.',
  ),
} as const

const notificationChanges = {
  type: 'object',
  additionalProperties: false,
  properties,
  examples: [{ mail_handoffs: true }],
} as const

const settings = one(object('Notifications', 'The mails that you get.', properties))

/**
 * The mails that a user gets, open to every role. Mails are sent only if the operator has set a
 * mail server.
 */
export const notifications = new Router<State, Services>()
notifications.get(
  '/api/v1/account/notifications',
  operation(
    'readNotifications',
    'Read which mails you get',
    { 200: settings },
    'Your own settings.',
  ),
  authenticate('viewer'),
  rateLimit,
  getNotifications,
)
notifications.patch(
  '/api/v1/account/notifications',
  operation(
    'changeNotifications',
    'Change which mails you get',
    { 200: settings },
    'Your own settings. Mails are sent only if the operator has set a mail server.',
  ),
  authenticate('viewer'),
  rateLimit,
  validateChanges(notificationChanges, show),
  patchNotifications,
)

async function show(ctx: Ctx) {
  return { ...(await readMailSettings(ctx.db, ctx.state.caller.user!)) }
}

async function getNotifications(ctx: Ctx) {
  answer(ctx, 200, 'Settings found.', await show(ctx))
}

async function patchNotifications(ctx: Ctx) {
  const changes = ctx.state.body as FromSchema<typeof notificationChanges>
  const user = ctx.state.caller.user!
  const before = await show(ctx)
  if (Object.keys(changes).length === 0) return answer(ctx, 200, 'Nothing changed.', before)
  await changeMailSettings(ctx.db, user, changes)
  const after = { ...before, ...changes }
  noteAudit(ctx, { target: { id: user.id, label: user.email }, before, after })
  answer(ctx, 200, 'Settings changed.', after)
}
