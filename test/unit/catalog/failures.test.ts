import { expect } from 'chai'
import { AppError } from '../../../shared/lib/errors.ts'
import { ProviderError } from '../../../shared/models/refusal.ts'
import { eventually } from '../../support/http/client.ts'
import { KEY, type Stand } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  refusing,
  type StandIn,
  startStandIn,
} from '../../support/providers/server.ts'
import { byConnection, STANDS } from '../../support/providers/stands.ts'

describe('a provider that fails', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
    server.left = 0
  })

  async function failure(stand: Stand, isStreamed: boolean, seconds?: number): Promise<AppError> {
    const call = caller(
      stand,
      server.url,
      seconds,
    )({ onText: isStreamed ? () => undefined : undefined })
    const error = await call.then(
      (answer) => expect.fail(`it answered ${JSON.stringify(answer)}`),
      (thrown) => thrown,
    )
    expect(error).to.be.instanceOf(AppError)
    expect(`${error.code} ${error.message}`).not.to.contain(KEY)
    return error
  }

  for (const [name, stand] of Object.entries(STANDS)) {
    const { errors, stream } = stand.protocol
    for (const isStreamed of [false, true]) {
      const way = isStreamed ? 'in pieces' : 'as a whole'

      it(`is reported in Parley's words ${way} (${name})`, async () => {
        const ofStatus = (status: number) => ({ status, body: errors.other })
        const cases = [
          [errors.wrongKey, 'model_not_configured', /key is right and not revoked/],
          [ofStatus(401), 'model_not_configured', /credentials/],
          [ofStatus(403), 'model_not_configured', /credentials/],
          [ofStatus(402), 'model_not_configured', /no credit/],
          [errors.gone, 'model_rejected', /does not have this model/],
          [ofStatus(400), 'model_rejected', /refused/],
          [errors.tooLong, 'context_length_exceeded', /longer than the model can read/],
          [ofStatus(429), 'model_rate_limited', /limits our requests/],
          [ofStatus(500), 'model_unavailable', /500/],
          [ofStatus(529), 'model_unavailable', /529/],
        ] as const
        for (const [answer, code, words] of cases) {
          server.requests = []
          server.serve = refusing(answer, answer.status === 429 ? { 'Retry-After': '7' } : {})
          const error = await failure(stand, isStreamed)
          expect(error, JSON.stringify(answer))
            .to.be.instanceOf(ProviderError)
            .with.property('code', code)
          expect(error.message).to.match(words)
          expect(error.retryAfter).to.equal(answer.status === 429 ? 7 : undefined)
          expect((error as ProviderError).refusal.isTooLong).to.equal(
            code === 'context_length_exceeded',
          )
          expect(server.requests, 'the client tried again').to.have.length(1)
        }
      })

      it(`is followed to no other address, which would get the key and the prompt ${way} (${name})`, async () => {
        const other = await startStandIn()
        other.serve = answering(stand, COMPLETION)
        try {
          for (const status of [301, 302, 303, 307, 308]) {
            server.requests = []
            server.serve = (response, { path }) =>
              response
                .writeHead(status, { Location: `${other.url}${path}` })
                .end('{"error":"moved"}')
            const error = await failure(stand, isStreamed)
            expect([error.code, server.requests.length]).to.deep.equal(['model_not_configured', 1])
            expect(error.message).to.include(
              `redirects (${status}), which is not followed. Set the base_url`,
            )
          }
          expect(other.requests).to.have.length(0)
        } finally {
          await other.close()
        }
      })

      it(`is unavailable or unreadable, whatever it sends ${way} ${byConnection(name)}`, async () => {
        server.serve = (response) => response.socket!.resetAndDestroy()
        expect(await failure(stand, isStreamed)).to.have.property('code', 'model_unavailable')
        server.serve = () => undefined
        const silent = await failure(stand, isStreamed, 0.3)
        expect(silent.message).to.match(/did not answer within 0.3 s/)
        server.serve = (response) =>
          response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>')
        expect((await failure(stand, isStreamed)).code).to.match(/^model_(bad_output|unavailable)$/)
        server.serve = (response) => {
          response.writeHead(200, { 'Content-Type': 'application/json' })
          const some = Buffer.alloc(64 * 1024, ' ')
          const more = () => {
            while (!response.destroyed && response.write(some));
          }
          response.on('drain', more)
          more()
        }
        expect(await failure(stand, isStreamed)).to.have.property('code', 'model_bad_output')
        await eventually(async () => server.left === 3)
      })
    }

    const begun = (response: Parameters<StandIn['serve']>[0]) => {
      response.writeHead(200, { 'Content-Type': stream.type })
      response.write(stream.begin(COMPLETION))
    }

    it(`breaks off in the middle, or ends without an end (${name})`, async () => {
      server.serve = (response) => {
        begun(response)
        response.write(stream.piece('We '), () => response.socket?.resetAndDestroy())
      }
      expect(await failure(stand, true)).to.have.property('code', 'model_unavailable')
      server.serve = (response) => {
        begun(response)
        response.end(stream.piece('We open at nine, but not'))
      }
      expect(await failure(stand, true)).to.have.property('code', 'model_unavailable')
      server.serve = (response) => {
        begun(response)
        response.write(stream.piece('We open'))
        response.end(stream.error)
      }
      expect(await failure(stand, true)).to.have.property('code', 'model_unavailable')
    })

    it(`reports the usage of a call that failed (${name})`, async () => {
      const costOf = async (onText?: () => void) => {
        const spent: object[] = []
        const call = caller(stand, server.url)({ onText, onSpent: (one) => spent.push(one) })
        expect(await call.catch(({ code }) => code)).to.equal('model_rejected')
        return spent
      }
      const { usage } = COMPLETION
      const { input: input_tokens, output: output_tokens, cached: cached_tokens } = usage
      server.serve = answering(stand, { pieces: [], ends: 'filter', usage })
      for (const onText of [undefined, () => undefined]) {
        const [spent, ...more] = await costOf(onText)
        expect(spent).to.include({ input_tokens, output_tokens })
        expect(more).to.deep.equal([])
        if (name !== 'ollama') expect(spent).to.include({ cached_tokens })
      }
    })

    it(`is disconnected at the signal ${byConnection(name)}`, async () => {
      const stop = new AbortController()
      const reason = new Error('shutting down')
      server.serve = (response) => {
        begun(response)
        response.write(stream.piece('We '))
      }
      const { signal } = stop
      const call = caller(stand, server.url)({ signal, onText: () => stop.abort(reason) })
      expect(await call.catch((error) => error)).to.equal(reason)
      await eventually(async () => server.left === 1)
      expect(await caller(stand, server.url)({ signal }).catch((error) => error)).to.equal(reason)
    })

    it(`is not called with a key that cannot be sent (${name})`, async () => {
      if (name === 'ollama') return
      server.serve = answering(stand, COMPLETION)
      const broken: Stand = {
        ...stand,
        settings: (url) =>
          Object.fromEntries(
            Object.entries(stand.settings(url)).map(([key, value]) => [
              key,
              value === KEY ? `${KEY}\nEvil: yes` : value,
            ]),
          ),
      }
      for (const isStreamed of [false, true]) {
        const error = await failure(broken, isStreamed)
        expect(error).to.have.property('code', 'model_not_configured')
        expect(error.message).to.match(/line break/)
      }
      expect(server.requests).to.deep.equal([])
    })
  }
})
