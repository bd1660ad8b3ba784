import Router from '@koa/router'
import type { Ctx, Services, State } from '../../context.ts'
import { answerBuiltFile } from '../../http/builtFiles.ts'

/** Allows its own files only: no inline script or style, no other site, no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * For the page that previews a widget: only the dashboard's own pages frame it, and it reaches no
 * server, not even ours.
 */
const PREVIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * The dashboard's pages: one document, which shows the page of its address, and the files that it
 * loads.
 */
export const dashboard = new Router<State, Services>()
dashboard.get('/', (ctx: Ctx, next) => {
  ctx.vary('Accept')
  return ctx.accepts('html', 'json') === 'html' ? ctx.redirect('/dashboard') : next()
})
// /favicon.ico is for pages that name no icon.
dashboard.get(['/favicon.ico', '/dashboard/icon.svg'], async (ctx: Ctx) => {
  await answerBuiltFile(ctx, 'dashboard/icon.svg', 'public, max-age=86400')
})
dashboard.get('/dashboard/assets/:file', async (ctx: Ctx) => {
  // A file's name changes with its content.
  await answerBuiltFile(
    ctx,
    `dashboard/assets/${ctx.params.file}`,
    'public, max-age=31536000, immutable',
  )
})
dashboard.get('/dashboard/preview', async (ctx: Ctx) => {
  if (await answerBuiltFile(ctx, 'dashboard/preview.html', 'no-cache'))
    ctx.set({ 'Content-Security-Policy': PREVIEW_POLICY, 'X-Frame-Options': 'SAMEORIGIN' })
})
dashboard.get('/dashboard{/*page}', async (ctx: Ctx) => {
  if (!(await answerBuiltFile(ctx, 'dashboard/index.html', 'no-cache')))
    throw new Error('dist/web/dashboard is missing: npm run build makes it')
  ctx.set({
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  })
})
