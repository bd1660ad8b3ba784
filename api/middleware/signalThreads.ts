import type { ChangedThreads, Ctx, Middleware } from '../context.ts'

/**
 * Operations on one session or conversation that send no signal when they succeed. All other
 * changes send a signal by default.
 */
export const UNSIGNALLED: readonly string[] = [
  // They signal when the message is stored: their answers may wait 25 s for the reply.
  'postSessionMessage',
  'postConversationMessage',
  'decideSessionAction',
  'decideConversationAction',
  // They store nothing, and send the presence itself.
  'sendSessionPresence',
  'sendConversationPresence',
  // A file is shown with the message that has it.
  'uploadSessionAttachment',
  'uploadConversationAttachment',
  // They change nothing that is shown.
  'markSessionRead',
  'markConversationRead',
  'mailSessionTranscript',
  'mailConversationTranscript',
  'suggestSessionAnswer',
  'suggestConversationAnswer',
]

/**
 * After a request that changed something below a session or conversation, signals this to the live
 * streams and dashboards that show it. `UNSIGNALLED` lists the exceptions.
 */
export const signalThreads = (): Middleware =>
  async function signalThreads(ctx, next) {
    await next()
    if (ctx.status >= 400) return
    const { operation, caller, changedThreads } = ctx.state
    if (changedThreads) {
      const { organization_id, ids } = changedThreads
      for (const id of ids === 'any' ? [undefined] : ids)
        ctx.threadSignals.changed(organization_id, id)
    }
    const id = threadIdOf(ctx)
    if (id && operation && isSignalled(operation, ctx.method))
      ctx.threadSignals.changed(caller.organization_id, id)
  }

/**
 * Names changed threads that the path does not name.
 * @param ids `any`: any thread of the organization
 */
export function noteThreads(
  ctx: Ctx,
  ids: ChangedThreads['ids'],
  organization_id = ctx.state.caller.organization_id,
): void {
  ctx.state.changedThreads = { organization_id, ids }
}

const isSignalled = (operation: string, method: string) =>
  method !== 'GET' && method !== 'HEAD' && !UNSIGNALLED.includes(operation)

const OF_THREAD = /^\/api\/v1\/(session|conversation)s(\/|$)/

/** Returns the id of the thread in the path, or of the thread that the request has opened. */
function threadIdOf({ _matchedRoute, params, body }: Ctx): string | undefined {
  const [, kind] = OF_THREAD.exec(String(_matchedRoute)) ?? []
  if (!kind) return undefined
  const opened = (body as { data?: { id?: string } } | undefined)?.data
  // Ids in paths may be in upper case; followers know a thread's id in lower case.
  return (params[`${kind}_id`] ?? params.id ?? opened?.id)?.toLowerCase()
}
