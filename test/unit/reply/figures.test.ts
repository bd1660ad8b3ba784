import { expect } from 'chai'
import {
  answering,
  COMPLETION,
  caller,
  type StandIn,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const STRANGE: unknown[] = [
  10_000_001,
  2 ** 31 - 1,
  2 ** 53,
  1e308,
  -1,
  0,
  0.5,
  null,
  true,
  '12',
  '1e308',
  'many',
  [7],
  {},
]

describe("a provider's figures", () => {
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())

  for (const [name, stand] of Object.entries(STANDS))
    it(`that are impossible are replaced by an estimate, and its reply is kept (${name})`, async () => {
      for (const strange of STRANGE)
        for (const onText of [undefined, () => undefined]) {
          const usage = { input: strange, cached: strange, output: strange } as never
          server.serve = answering(stand, { ...COMPLETION, usage })
          const reply = await caller(stand, server.url)({ onText })
          const what = `${JSON.stringify(strange)} ${onText ? 'in pieces' : 'whole'}`
          expect(reply.text, what).to.equal(COMPLETION.pieces.join(''))
          for (const count of [reply.input_tokens, reply.output_tokens])
            expect(count, what).to.satisfy(Number.isInteger).and.to.be.within(1, 10_000_000)
          expect(reply.cached_tokens, what)
            .to.satisfy(Number.isInteger)
            .and.to.be.within(0, reply.input_tokens)
        }
    })
})
