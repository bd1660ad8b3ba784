import Router from '@koa/router'
import type { Ctx, Services, State } from '../../context.ts'
import { answerBuiltFile } from '../../http/builtFiles.ts'

/** The widget: one script, which pages of any origin may load. */
export const widget = new Router<State, Services>()
widget.get('/widget.js', async (ctx: Ctx) => {
  // Five minutes: a new version reaches every shop soon.
  if (!(await answerBuiltFile(ctx, 'widget.js', 'public, max-age=300')))
    throw new Error('dist/web/widget.js is not there: npm run build makes it')
  ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
  ctx.remove('Access-Control-Allow-Credentials')
})
