import { readFile } from 'node:fs/promises'
import Router from '@koa/router'
import type { Ctx, Services, State } from '../../context.ts'
import { orderOf } from '../../demo/orders.ts'
import { DEMO_SCRIPT, type DemoIds, demoPage } from '../../demo/page.ts'
import { DEMO_STYLE } from '../../demo/style.ts'

/**
 * The strictest policy for a page with a style sheet and the widget; docs/widget.md says what the
 * widget alone needs.
 */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

/**
 * A shop's page with the widget of the demo organization, if `npm start` has created this
 * organization.
 */
export const demo = new Router<State, Services>()
demo.get('/demo', async (ctx: Ctx) => {
  const ids = JSON.parse(await readFile(ctx.config.DEMO_FILE!, 'utf8')) as DemoIds
  ctx.set('Content-Security-Policy', CSP)
  ctx.type = 'html'
  ctx.body = demoPage(ids)
})
demo.get('/demo/orders/:number', (ctx: Ctx) => {
  const order = orderOf(ctx.params.number!)
  ctx.status = order ? 200 : 404
  ctx.body = order ?? { error: 'There is no such order.' }
})
demo.get('/demo/style.css', (ctx: Ctx) => {
  ctx.type = 'text/css'
  ctx.body = DEMO_STYLE
})
demo.get('/demo/page.js', (ctx: Ctx) => {
  ctx.type = 'text/javascript'
  ctx.body = DEMO_SCRIPT
})
