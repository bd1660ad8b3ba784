import Router from '@koa/router'
import type { Ctx, Services, State } from '../../context.ts'
import { answerBuiltFile } from '../../http/builtFiles.ts'

/**
 * The widget: a script, and the chat that it loads when a visitor opens it. Pages of any origin may
 * load them.
 */
export const widget = new Router<State, Services>()
widget.get('/widget.js', async (ctx: Ctx) => {
  // Five minutes: a new version reaches every shop soon.
  if (!(await answerBuiltFile(ctx, 'widget.js', 'public, max-age=300')))
    throw new Error('dist/web/widget.js is missing: npm run build makes it')
  allowAnyPage(ctx)
})
widget.get('/widget/:file', async (ctx: Ctx) => {
  // A file's name changes with its content. Other processes may have other versions during a
  // deployment.
  if (
    !(await answerBuiltFile(
      ctx,
      `widget/${ctx.params.file}`,
      'public, max-age=31536000, immutable',
    ))
  )
    ctx.set('Cache-Control', 'no-store')
  allowAnyPage(ctx)
})

function allowAnyPage(ctx: Ctx) {
  ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
  ctx.remove('Access-Control-Allow-Credentials')
}
