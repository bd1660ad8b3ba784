import Router from '@koa/router'
import Koa from 'koa'
import type { Ctx, Services, State } from './context.ts'
import { audit } from './middleware/audit.ts'
import { body } from './middleware/body.ts'
import { cors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { headers } from './middleware/headers.ts'
import { legacyForm } from './middleware/legacyForm.ts'
import { requestLog } from './middleware/requestLog.ts'
import { traced } from './middleware/traced.ts'
import { wellFormed } from './middleware/wellFormed.ts'
import { account } from './routes/account.ts'
import { agentActivity } from './routes/agentActivity.ts'
import { agents } from './routes/agents.ts'
import { analytics } from './routes/analytics.ts'
import { applicationLimitUse } from './routes/applicationLimits.ts'
import { applicationSecrets } from './routes/applicationSecrets.ts'
import { applications } from './routes/applications.ts'
import { auditEvents } from './routes/auditEvents.ts'
import { contextExport } from './routes/contextExport.ts'
import { contexts } from './routes/contexts.ts'
import { conversations } from './routes/conversations.ts'
import { dashboard } from './routes/dashboard.ts'
import { demo } from './routes/demo.ts'
import { feedback } from './routes/feedback.ts'
import { health } from './routes/health.ts'
import { invitations } from './routes/invitations.ts'
import { files } from './routes/knowledge/files.ts'
import { knowledgeBase, takesUpload } from './routes/knowledge/knowledgeBase.ts'
import { library } from './routes/knowledge/library.ts'
import { qa } from './routes/knowledge/qa.ts'
import { knowledgeStatus } from './routes/knowledge/status.ts'
import { urls } from './routes/knowledge/urls.ts'
import { messages } from './routes/messages.ts'
import { metrics } from './routes/metrics.ts'
import { models } from './routes/models.ts'
import { organizations } from './routes/organization.ts'
import { overview } from './routes/overview.ts'
import { referenceOf } from './routes/reference.ts'
import { retrieve } from './routes/retrieve.ts'
import { sessions } from './routes/sessions.ts'
import { signIn } from './routes/signIn.ts'
import { threadExport } from './routes/threadExport.ts'
import { threadList } from './routes/threadList.ts'
import { traces } from './routes/traces.ts'
import { users } from './routes/users.ts'
import { widget } from './routes/widget.ts'
import { widgetConfigurations } from './routes/widgetConfigurations.ts'
import { widgetTokens } from './routes/widgetToken.ts'

const resources = [
  health,
  widgetTokens,
  signIn,
  account,
  users,
  invitations,
  auditEvents,
  agents,
  agentActivity,
  models,
  retrieve,
  sessions,
  conversations,
  messages,
  traces,
  feedback,
  threadExport,
  threadList,
  contexts,
  contextExport,
  qa,
  urls,
  files,
  knowledgeBase,
  knowledgeStatus,
  library,
  widgetConfigurations,
  applications,
  applicationLimitUse,
  applicationSecrets,
  organizations,
  analytics,
  overview,
  widget,
  // After all that is below /dashboard: what is none of these is one of its pages.
  dashboard,
]

/** Every route of the service; tests read them here, so that none goes without a check of its credentials. */
export const ROUTERS = [...resources, referenceOf(resources)]

/** The request's path, top to bottom. Each route adds its own guards, in the order in which it lists them. */
export function makeApp(services: Services): Koa<State, Services> {
  const app = new Koa<State, Services>()
  Object.assign(app.context, services)
  // `ctx.ip` is then what the outermost of these routers wrote. All before it is the client's to choose.
  app.proxy = services.config.TRUST_PROXY_HOPS > 0
  app.maxIpsCount = services.config.TRUST_PROXY_HOPS
  // Koa reports here what went wrong after the answer had begun; all else has been answered by `errors`.
  app.on('error', (error, ctx?: Ctx) =>
    services.log.warn({ request_id: ctx?.state.requestId, err: error }, 'the response failed'),
  )

  const router = new Router<State, Services>()
  for (const routes of ROUTERS) router.use(routes.routes())
  if (services.config.METRICS_TOKEN) router.use(metrics.routes())
  if (services.config.DEMO_FILE) router.use(demo.routes())

  const routeOf = (ctx: Ctx) =>
    String(ctx._matchedRoute ?? router.match(ctx.path, ctx.method).pathAndMethod.at(-1)?.path ?? '') ||
    undefined

  if (services.config.OTEL_EXPORTER_OTLP_ENDPOINT) app.use(traced(routeOf))
  app.use(requestLog(routeOf))
  app.use(headers())
  app.use(errors())
  app.use(wellFormed())
  app.use(cors())
  app.use(body(takesUpload))
  app.use(legacyForm())
  app.use(audit())
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
