import type { Ctx } from '../context.ts'

/**
 * Finds the route that reads the record that a POST makes. It is below the path of the POST; for an
 * action on a record, it is the record's own.
 * @param id how the last parameter is written, such as `:id`
 * @param isRead whether there is a GET of a path
 */
export const readingRouteOf = (path: string, id: string, isRead: (path: string) => boolean) =>
  [`${path}/${id}`, path.slice(0, path.lastIndexOf('/'))].find(
    (route) => route.endsWith(`/${id}`) && isRead(route),
  )

/** Sets the `Location` of a created record, if a path reads it and the handler has set none. */
export function setRecordPlace(ctx: Ctx, data: unknown): void {
  const { id } = (data ?? {}) as { id?: unknown }
  const route = ctx._matchedRoute
  if (typeof id !== 'string' || typeof route !== 'string' || ctx.response.get('Location')) return
  const isRead = (path: string) =>
    ctx.router.stack.some((route) => route.path === path && route.methods.includes('GET'))
  const found = readingRouteOf(route, ':id', isRead)
  if (!found) return
  const path = ctx.path.replace(/\/$/, '')
  const place = found.length > route.length ? `${path}/${id}` : path.slice(0, path.lastIndexOf('/'))
  if (place.endsWith(`/${id}`)) ctx.set('Location', place)
}
