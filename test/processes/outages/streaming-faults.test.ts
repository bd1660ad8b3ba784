import { request } from 'node:http'
import { expect } from 'chai'
import { startServer } from '../../../api/server.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { openStream, TYPE, textOf } from '../../support/http/stream.ts'
import { type Backend, onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, runWorker } from '../../support/product/processes.ts'
import { makeMoment } from '../../support/servers/model.ts'

const WORDS = ['We ', 'open ', 'at ', 'nine, ', 'and ', 'close ', 'at ', 'six.']
const WHOLE = WORDS.join('')

/** A new conversation for each test. */
interface Stage {
  parley: Parley
  path: string
}

/** Declares the start and end of an API without workers, where at most four may wait. */
function onStage(backend: Backend, settings: Record<string, string> = {}): Stage {
  const stage = {} as Stage
  before(async () => {
    const all = { MAX_WAITERS: '4', ...settings }
    stage.parley = await startParley({ backend, workers: false, settings: all })
  })
  after(async () => {
    await killAll()
    await stage.parley.stop()
  })
  beforeEach(async () => {
    stage.parley.model.reset()
    stage.path = await newPath(stage)
  })
  return stage
}

const newPath = async ({ parley }: Stage) =>
  `/api/v1/conversations/${(await parley.client.makeConversation()).id}/messages`

const post = ({ parley, path }: Stage, client = parley.client) =>
  openStream(client, path, { body: { content: 'Hi' } })

onOneQueue('a stream, when a process ends during it,', function (backend) {
  const stage = onStage(backend, { TIME_SCALE: '0.3' })
  /** The second worker of the first test serves the next. */
  let hasWorker = false

  async function anotherApi() {
    const { env, db, client } = stage.parley
    const config = loadConfig(env)
    const server = await startServer({ config, db, log: makeLog('test', config) })
    return { server, client: new Client(`http://127.0.0.1:${server.port}`, client.credentials) }
  }

  it('loses no text when its worker is killed: the next attempt starts over @long', async () => {
    const { parley } = stage
    parley.model.behave((_, index) =>
      index === 0
        ? { pieces: ['We never ', 'open.'], everyMs: 100, ending: 'hang' }
        : { pieces: WORDS, everyMs: 50 },
    )
    const killed = await runWorker(parley.env)
    const stream = await post(stage)
    await stream.until('delta')
    killed.signal('SIGKILL')
    // The stream shows that it is alive, though no worker runs.
    await stream.until('ping')
    await runWorker(parley.env)
    hasWorker = true
    const events = await stream.end()
    expect(events.filter(({ event }) => event === 'message.restarted')).to.have.length(1)
    expect(textOf(events)).to.equal(WHOLE)
    expect(events.at(-1)!.data.content).to.equal(WHOLE)
  })

  it('continues at another API process when its own is stopped @long', async () => {
    const { parley, path } = stage
    const left = makeMoment()
    parley.model.behave(() => ({ pieces: WORDS, everyMs: 50, after: left.promise }))
    if (!hasWorker) await runWorker(parley.env)
    const [here, there] = [await anotherApi(), await anotherApi()]
    try {
      const stream = await post(stage, here.client)
      const { id } = (await stream.until('message.started')).data
      await stream.until('delta')
      await here.server.stop(100)
      left.come()
      const seen = (await stream.end()).filter(({ event }) => event !== 'ping')
      expect(seen.at(-1)!.event, 'it ends without an outcome').to.equal('delta')
      const rest = await openStream(there.client, `${path}/${id}`, {
        headers: { 'Last-Event-ID': seen.at(-1)!.id! },
      })
      expect(textOf(await rest.end(), textOf(seen))).to.equal(WHOLE)
    } finally {
      await there.server.stop(100)
    }
  })
})

onOneQueue('a stream', function (backend) {
  const stage = onStage(backend)

  /**
   * Begins a waiting stream in a new conversation: a client that has disconnected frees its place a
   * moment later.
   */
  const begun = () =>
    eventually(async () => {
      const opened = await post({ ...stage, path: await newPath(stage) })
      return opened.status === 200 && opened
    }, 60)

  it('is begun for as many clients as may wait, if more come at once @long', async () => {
    const conversations = await Promise.all(
      Array.from({ length: 12 }, () => stage.parley.client.makeConversation()),
    )
    const streams = await Promise.all(
      conversations.map(({ id }) =>
        openStream(stage.parley.client, `/api/v1/conversations/${id}/messages`, {
          body: { content: 'Hi' },
        }),
      ),
    )
    for (const stream of streams) stream.leave()
    const statuses = streams.map(({ status }) => status).sort()
    expect(statuses).to.deep.equal([...Array(4).fill(200), ...Array(8).fill(202)])
  })

  it('frees its place when its client disconnects', async () => {
    // More than the streams that may wait.
    for (let round = 0; round < 6; round++) {
      const stream = await begun()
      await stream.until('message.started')
      stream.leave()
    }
  })

  it('is not begun if no more clients may wait: the message is accepted, and answered with 202', async () => {
    const streams = await Promise.all([begun(), begun(), begun(), begun()])
    const { status, headers, body } = await stage.parley.client
      .post(stage.path, { content: 'Hi' }, { Accept: TYPE })
      .finally(() => {
        for (const stream of streams) stream.leave()
      })
    expect([status, body.data.status]).to.deep.equal([202, 'processing'])
    expect(headers.get('location')).to.match(/\/messages\//)
  })

  it('waits for a slow client, and holds no more than the reply in memory @long', async () => {
    const long = Array.from({ length: 90 }, (_, index) => `${index} ${'x'.repeat(1_000)} `)
    const { parley, path } = stage
    parley.model.behave(() => ({ pieces: long, everyMs: 5 }))
    await runWorker(parley.env)
    const text = await new Promise<string>((resolve, reject) => {
      const asked = request(parley.client.address + path, {
        method: 'POST',
        headers: {
          ...parley.client.authorization,
          Accept: TYPE,
          'Content-Type': 'application/json',
        },
      })
      asked.on('error', reject).on('response', (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          received += chunk
          response.pause()
          setTimeout(() => response.resume(), 20)
        })
        response.on('end', () => resolve(received))
      })
      asked.end(JSON.stringify({ content: 'Hi' }))
    })
    const deltas = [...text.matchAll(/^event: delta\n.*\ndata: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data!),
    )
    expect(
      deltas.map(({ text }) => text).join('') === long.join('').trim(),
      'the text is whole',
    ).to.equal(true)
    expect(text).to.match(/event: message\.completed\n/)
  })
})
