import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { EventsError, followEvents, makeClient, readEvents } from '../../../client/index.ts'
import { makeEvent, relayAll } from '../../support/data/events.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { run } from '../../support/product/processes.ts'

describe('the typed client, reading events,', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false, settings: { TIME_SCALE: '0.05' } })
    await relayAll(parley.db)
  })
  after(() => parley.stop())

  const make = (fact: object = {}) =>
    makeEvent(parley.db, { organization_id: parley.client.organizationId, ...fact })
  const clientBy = (fetch?: (request: Request) => Promise<Response>) => {
    const { address, credentials } = parley.client
    return makeClient({ address, key: credentials.secret, ...(fetch && { fetch }) })
  }

  it('reads page after page, from the oldest or after an event', async () => {
    const ids: string[] = []
    for (let count = 0; count < 120; count++) ids.push(await make())
    const read: string[] = []
    for await (const { id } of readEvents(clientBy(), { type: 'connection.changed' })) read.push(id)
    expect(read).to.deep.equal(ids)
    const rest: string[] = []
    for await (const { id } of readEvents(clientBy(), { after: ids[117]! })) rest.push(id)
    expect(rest).to.deep.equal(ids.slice(118))
  })

  it('follows through cuts, without a gap or a repetition, until it is stopped @long', async () => {
    let opened = 0
    /** The first streams break off after some hundred bytes, at any place. */
    const breaking = async (request: Request): Promise<Response> => {
      const response = await fetch(request)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      let left = opened++ < 6 ? 300 + 137 * opened : Number.POSITIVE_INFINITY
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk.slice(0, left))
          left -= chunk.length
          if (left <= 0) controller.error(new Error('cut'))
        },
      })
      return new Response(response.body!.pipeThrough(cut), response)
    }
    const end = new AbortController()
    const received: string[] = []
    const following = (async () => {
      for await (const { id } of followEvents(clientBy(breaking), { signal: end.signal }))
        received.push(id)
    })()
    await eventually(async () => opened > 0)
    const ids: string[] = []
    while (opened < 4) ids.push(await make())
    await eventually(async () => received.at(-1) === ids.at(-1))
    end.abort()
    await following
    expect(received).to.deep.equal(ids.slice(-received.length))
    expect(received).to.have.length.above(5)
  })

  it("fails with the API's code if a retry cannot help", async () => {
    const gone = { after: '01900000-0000-7000-8000-000000000000' }
    for (const events of [readEvents(clientBy(), gone), followEvents(clientBy(), gone)]) {
      const error = await events.next().catch((error) => error)
      expect(error).to.be.instanceOf(EventsError)
      expect(error.code).to.equal('cursor_expired')
    }
  })

  it('works as the guide shows it', async () => {
    const example = readFileSync('test/support/http/eventsExample.ts', 'utf8')
    expect(readFileSync('docs/guide/events.md', 'utf8')).to.contain(`\`\`\`ts\n${example}\`\`\``)
    const [first, last] = [await make(), await make({ type: 'connection.deleted' })]
    const { address, credentials } = parley.client
    const program = run('node', ['--import', 'tsx', 'test/support/http/eventsExample.ts'], {
      PARLEY_ADDRESS: address,
      CLIENT_SECRET: credentials.secret,
      LAST_EVENT: first,
    })
    await program.printed(/connection\.deleted/)
    const later = await make({ type: 'connection.created' })
    await program.printed(/connection\.created/)
    program.signal('SIGTERM')
    await program.ended
    expect(program.output()).to.equal(`${last} connection.deleted\n${later} connection.created\n`)
  })
})
