import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { errors } from '../../../api/middleware/errors.ts'
import { limitConcurrency } from '../../../api/middleware/limitConcurrency.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { eventually } from '../../support/http/client.ts'
import { makeMoment } from '../../support/servers/model.ts'

describe('the limit of concurrent slow requests of an organization', () => {
  let server: Server
  let begun: string[]
  let answer: ReturnType<typeof makeMoment>
  beforeEach(async () => {
    begun = []
    answer = makeMoment()
    const app = new Koa()
    app.silent = true
    Object.assign(app.context, { config: { times: TIMES } })
    app.use(errors() as Koa.Middleware)
    app.use((ctx, next) => {
      ctx.state.caller = { organization_id: ctx.path.slice(1) }
      return next()
    })
    app.use(limitConcurrency as unknown as Koa.Middleware)
    app.use(async (ctx) => {
      begun.push(ctx.path)
      await answer.promise
      ctx.body = 'done'
    })
    server = createServer(app.callback())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    answer.come()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const ask = (organization: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${organization}`, {
      signal: signal ?? null,
    })

  it('runs two at a time: others wait their turn, and another organization does not', async () => {
    const asked = Array.from({ length: 5 }, () => ask('alpha'))
    await eventually(async () => begun.length === 2)
    const other = ask('beta')
    await eventually(async () => begun.includes('/beta'))
    expect(begun).to.have.members(['/alpha', '/alpha', '/beta'])
    answer.come()
    for (const { status } of await Promise.all([...asked, other])) expect(status).to.equal(200)
    expect(begun).to.have.length(6)
  })

  it('lets twenty wait, and refuses one more with 503 and the time to retry', async () => {
    const asked = Array.from({ length: 23 }, () => ask('alpha'))
    const refused = await Promise.race(asked)
    expect(refused.status).to.equal(503)
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0)
    expect(((await refused.json()) as { code: string }).code).to.equal('unavailable')
    answer.come()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).to.have.length(22)
  })

  it('counts no request whose client has disconnected', async () => {
    const gone = new AbortController()
    const left = Promise.allSettled([ask('alpha', gone.signal), ask('alpha', gone.signal)])
    await eventually(async () => begun.length === 2)
    gone.abort()
    await left
    const next = ask('alpha')
    await eventually(async () => begun.length === 3)
    answer.come()
    expect((await next).status).to.equal(200)
  })
})
