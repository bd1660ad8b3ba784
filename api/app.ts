import Router from '@koa/router'
import Koa from 'koa'
import type { Ctx, Services, State } from './context.ts'
import { audit } from './middleware/audit.ts'
import { body } from './middleware/body.ts'
import { compress } from './middleware/compress.ts'
import { cors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { headers } from './middleware/headers.ts'
import { legacyForm } from './middleware/legacyForm.ts'
import { migrated } from './middleware/migrated.ts'
import { requestLog } from './middleware/requestLog.ts'
import { signalThreads } from './middleware/signalThreads.ts'
import { tracing } from './middleware/tracing.ts'
import { wellFormed } from './middleware/wellFormed.ts'
import { agentActivity } from './routes/agents/agentActivity.ts'
import { agents } from './routes/agents/agents.ts'
import { alerts } from './routes/alerts/alerts.ts'
import { analytics } from './routes/analytics/analytics.ts'
import { overview } from './routes/analytics/overview.ts'
import { toolFigures } from './routes/analytics/toolFigures.ts'
import { applicationLimitUse } from './routes/applications/applicationLimits.ts'
import { applicationSecrets } from './routes/applications/applicationSecrets.ts'
import { applications } from './routes/applications/applications.ts'
import { identitySecrets } from './routes/applications/identitySecrets.ts'
import { widgetConfigurations } from './routes/applications/widgetConfigurations.ts'
import { attachments, takesAttachment } from './routes/attachments/attachments.ts'
import { auditEvents } from './routes/audit/auditEvents.ts'
import { budgets } from './routes/budgets/budgets.ts'
import { contextExport } from './routes/chat/contextExport.ts'
import { contexts } from './routes/chat/contexts.ts'
import { conversations } from './routes/chat/conversations.ts'
import { decisions } from './routes/chat/decisions.ts'
import { feedback } from './routes/chat/feedback.ts'
import { messages } from './routes/chat/messages.ts'
import { sessions } from './routes/chat/sessions.ts'
import { threadEvents } from './routes/chat/threadEvents.ts'
import { threadExport } from './routes/chat/threadExport.ts'
import { traces } from './routes/chat/traces.ts'
import { deliveries } from './routes/events/deliveries.ts'
import { events } from './routes/events/events.ts'
import { webhookEndpoints } from './routes/events/webhookEndpoints.ts'
import { handoffStates } from './routes/handoffs/handoffState.ts'
import { handoffs } from './routes/handoffs/handoffs.ts'
import { inbox } from './routes/inbox/inbox.ts'
import { reads } from './routes/inbox/reads.ts'
import { savedAnswers } from './routes/inbox/savedAnswers.ts'
import { suggestions } from './routes/inbox/suggestions.ts'
import { threadList } from './routes/inbox/threadList.ts'
import { contradictions } from './routes/knowledge/contradictions.ts'
import { files } from './routes/knowledge/files.ts'
import { knowledgeBase, takesUpload } from './routes/knowledge/knowledgeBase.ts'
import { library } from './routes/knowledge/library.ts'
import { qa } from './routes/knowledge/qa.ts'
import { knowledgeStatus } from './routes/knowledge/status.ts'
import { urls } from './routes/knowledge/urls.ts'
import { liveThreads } from './routes/live/liveThreads.ts'
import { presences } from './routes/live/presence.ts'
import { connections } from './routes/models/connections.ts'
import { models } from './routes/models/models.ts'
import { account } from './routes/people/account.ts'
import { authenticators } from './routes/people/authenticators.ts'
import { availability } from './routes/people/availability.ts'
import { firstSteps } from './routes/people/firstSteps.ts'
import { invitations } from './routes/people/invitations.ts'
import { notifications } from './routes/people/notifications.ts'
import { organizations } from './routes/people/organization.ts'
import { passkeys } from './routes/people/passkeys.ts'
import { passwordResets } from './routes/people/passwordResets.ts'
import { photos, takesPhoto } from './routes/people/photos.ts'
import { signIn } from './routes/people/signIn.ts'
import { singleSignOn } from './routes/people/singleSignOn.ts'
import { singleSignOnEntry } from './routes/people/singleSignOnEntry.ts'
import { users } from './routes/people/users.ts'
import { attention } from './routes/questions/attention.ts'
import { questions } from './routes/questions/questions.ts'
import { slices } from './routes/questions/slices.ts'
import { retrieve } from './routes/search/retrieve.ts'
import { synonyms } from './routes/search/synonyms.ts'
import { dashboard } from './routes/system/dashboard.ts'
import { demo } from './routes/system/demo.ts'
import { health } from './routes/system/health.ts'
import { metrics } from './routes/system/metrics.ts'
import { referenceOf } from './routes/system/reference.ts'
import { widget } from './routes/system/script.ts'
import { mcpServers } from './routes/tools/mcpServers.ts'
import { toolCalls } from './routes/tools/toolCalls.ts'
import { tools } from './routes/tools/tools.ts'
import { toolTests } from './routes/tools/toolTest.ts'
import { trials } from './routes/trials/trials.ts'
import { contacts } from './routes/visitors/contact.ts'
import { transcriptMails } from './routes/visitors/transcriptMail.ts'
import { widgetTokens } from './routes/visitors/widgetToken.ts'

const resources = [
  health,
  widgetTokens,
  signIn,
  account,
  photos,
  users,
  invitations,
  passwordResets,
  authenticators,
  passkeys,
  singleSignOnEntry,
  singleSignOn,
  auditEvents,
  agents,
  agentActivity,
  models,
  connections,
  tools,
  toolTests,
  mcpServers,
  retrieve,
  trials,
  sessions,
  conversations,
  messages,
  decisions,
  toolCalls,
  attachments,
  handoffs,
  contacts,
  transcriptMails,
  handoffStates,
  liveThreads,
  presences,
  traces,
  feedback,
  threadExport,
  threadList,
  inbox,
  reads,
  savedAnswers,
  suggestions,
  threadEvents,
  contexts,
  contextExport,
  events,
  qa,
  urls,
  files,
  knowledgeBase,
  knowledgeStatus,
  contradictions,
  synonyms,
  library,
  widgetConfigurations,
  applications,
  applicationLimitUse,
  applicationSecrets,
  identitySecrets,
  notifications,
  availability,
  organizations,
  budgets,
  webhookEndpoints,
  deliveries,
  analytics,
  toolFigures,
  overview,
  questions,
  slices,
  alerts,
  attention,
  firstSteps,
  widget,
  // Must come last, because it matches every path below /dashboard that no other route matches.
  dashboard,
]

/** The routers of all resources. Tests read them here, to check who may use each route. */
export const ROUTERS = [...resources, referenceOf(resources)]

/**
 * Builds the app. Requests pass the middleware from top to bottom, then the guards of their route
 * in order.
 */
export function makeApp(services: Services): Koa<State, Services> {
  const app = new Koa<State, Services>()
  Object.assign(app.context, services)
  // `ctx.ip` becomes the address that the outermost trusted router saw. A client can forge the
  // entries before it.
  app.proxy = services.config.TRUST_PROXY_HOPS > 0
  app.maxIpsCount = services.config.TRUST_PROXY_HOPS
  // Koa emits errors that come after the response has begun. `errors` answers all others.
  app.on('error', (error, ctx?: Ctx) =>
    services.log.warn({ request_id: ctx?.state.requestId, err: error }, 'the response failed'),
  )

  const router = new Router<State, Services>()
  for (const routes of ROUTERS) router.use(routes.routes())
  if (services.config.METRICS_TOKEN) router.use(metrics.routes())
  if (services.config.DEMO_FILE) router.use(demo.routes())

  const routeOf = (ctx: Ctx) =>
    String(
      ctx._matchedRoute ?? router.match(ctx.path, ctx.method).pathAndMethod.at(-1)?.path ?? '',
    ) || undefined

  if (services.config.OTEL_EXPORTER_OTLP_ENDPOINT) app.use(tracing(routeOf))
  app.use(requestLog(routeOf))
  app.use(headers())
  app.use(compress())
  app.use(errors())
  app.use(wellFormed())
  app.use(cors())
  app.use(migrated())
  app.use(body((ctx) => takesUpload(ctx) || takesAttachment(ctx) || takesPhoto(ctx)))
  app.use(legacyForm())
  app.use(audit())
  app.use(signalThreads())
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
