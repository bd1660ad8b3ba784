import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { sealKey } from '../../../shared/models/connectionFields.ts'
import { makeConnections } from '../../../shared/models/connections.ts'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import {
  connectionRecords,
  putOperatorConnection,
} from '../../../shared/models/storedConnections.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

const ASYNC = { Prefer: 'respond-async' }

/** Counts the connections to a port of this machine. */
interface Listener {
  port: number
  hits: number
  server: Server
}

async function listen(address: string): Promise<Listener> {
  const server = createServer((socket) => {
    listener.hits++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const listener: Listener = { server, hits: 0, port: (server.address() as AddressInfo).port }
  return listener
}

describe('the addresses of connections', () => {
  let parley: Parley
  let server: CompatibleServer
  let here: Listener
  let hereToo: Listener
  before(async () => {
    server = await startCompatible()
    here = await listen('127.0.0.1')
    hereToo = await listen('::1')
    parley = await startParley({
      workers: false,
      settings: { EGRESS_ALLOWED_HOSTS: server.host },
    })
  })
  after(async () => {
    await parley.stop()
    await server.close()
    for (const one of [here, hereToo]) one.server.close()
  })

  /** Calls a model by a connection with an unchecked address. @returns the code of the error */
  async function outcomeOf(
    base_url: string,
    organization_id: string | null = parley.client.organizationId,
  ) {
    const name = `c-${uuid().slice(-12)}`
    await parley
      .db('connections')
      .insert({ id: uuid(), organization_id, name, provider: 'openai', base_url })
    const config = loadConfig({ ...parley.env, MODEL_TIMEOUT_SECONDS: '5' })
    const callModel = makeCallModel(config, makeConnections(parley.db, config))
    const request = {
      organization_id: parley.client.organizationId,
      model: `${name}:large`,
      temperature: null,
      max_output_tokens: null,
      signal: new AbortController().signal,
    }
    try {
      return (await callModel({ ...request, messages: [{ role: 'user', content: 'Hi' }] })).text
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  const HOSTS = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    '①②⑦.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::127.0.0.1]',
    '[fd00:ec2::254]',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '100.100.100.200',
    '[2002:7f00:1::]',
    '168.63.129.16',
    '[fe80::1]',
  ]
  for (const host of HOSTS)
    it(`never reach Parley's own network: ${host}`, async () => {
      for (const port of ['', `:${here.port}`, `:${hereToo.port}`])
        expect(await outcomeOf(`http://${host}${port}/v1`)).to.equal('model_not_configured')
      expect([here.hits, hereToo.hits]).to.deep.equal([0, 0])
    })

  it('never reach another port, also of a listed host', async () => {
    const [host] = server.host.split(':')
    expect(await outcomeOf(`http://${host}:${here.port}/v1`)).to.equal('model_not_configured')
    for (const port of [22, 25, 5432, 6379])
      expect(await outcomeOf(`https://example.com:${port}/v1`)).to.equal('model_not_configured')
    expect(await outcomeOf(server.url)).to.equal(server.reply)
    expect(here.hits).to.equal(0)
  })

  it('are not followed by redirects', async () => {
    server.instead = (_, response) =>
      !!response
        .writeHead(307, { Location: `http://127.0.0.1:${here.port}/v1/chat/completions` })
        .end()
    for (const organization of [undefined, null])
      expect(await outcomeOf(server.url, organization)).to.equal('model_not_configured')
    server.instead = undefined
    expect(here.hits).to.equal(0)
  })

  it("are not restricted for the operator's connections", async () => {
    expect(await outcomeOf(server.url, null)).to.equal(server.reply)
    await outcomeOf(`http://127.0.0.1:${here.port}/v1`, null)
    expect(here.hits).to.be.above(0)
  })
})

describe('a connection of the operator', () => {
  let parley: Parley
  let server: CompatibleServer
  before(async () => {
    server = await startCompatible()
    parley = await startParley({ settings: { TIME_SCALE: '0.1' } })
  })
  after(async () => {
    await parley.stop()
    await server.close()
  })

  const put = (name: string, key: string) =>
    putOperatorConnection(parley.db, name, (id) => ({
      provider: 'openai',
      base_url: server.url,
      options: {},
      models: [],
      prices: {},
      last_test: null,
      ...sealKey(
        makeSealer(loadConfig(parley.env).SECRET_KEYS),
        { organization_id: null, table: 'connections', row: id },
        key,
      ),
    }))
  const say = async (client: Client, model: string) => {
    const agent = await client.makeAgent({ model })
    const { id } = await client.makeConversation({ agent_id: agent.id })
    return (await client.say(id, 'Hi')).body
  }

  it('serves every organization, unless the organization has a connection of the same name', async () => {
    await put('main', 'sk-of-the-operator')
    server.received = []
    expect((await say(parley.client, 'main:large')).data.content).to.equal(server.reply)
    expect(server.received.at(-1)!.authorization).to.equal('Bearer sk-of-the-operator')

    const theirs = await parley.another('With a connection of their own')
    await connectionRecords.create(parley.db, theirs.organizationId, {
      name: 'main',
      provider: 'openai',
      base_url: 'http://127.0.0.1/v1',
    })
    expect((await say(theirs, 'main:large')).code).to.equal('model_not_configured')
    expect((await say(parley.client, 'main:large')).data.content).to.equal(server.reply)
  })

  it('makes Ollama reserve room for the longest prompt', () => {
    const connection = {
      id: uuid(),
      organization_id: null,
      name: 'local',
      provider: 'ollama',
      base_url: server.url,
      options: {},
      sealed_key: null,
      key_hint: null,
      models: [],
      prices: {},
      last_test: null,
      created_at: new Date(),
      updated_at: new Date(),
    }
    const contextWith = (settings: Record<string, string>) => {
      const config = loadConfig({ ...parley.env, ...settings })
      return makeConnections(parley.db, config).reach(connection, 'm').access.contextTokens
    }
    expect(contextWith({ HISTORY_TOKENS: '3000', KNOWLEDGE_TOKENS: '16000' })).to.equal(24_000)
    expect(contextWith({ MODEL_CONTEXT_TOKENS: '8192' })).to.equal(8_192)
  })

  it('can be named by LLM_MODEL and EMBEDDING_MODEL', async () => {
    await put('house', 'sk-of-the-house')
    const config = loadConfig({
      ...parley.env,
      LLM_MODEL: 'house:small',
      EMBEDDING_MODEL: 'house:my-embedding',
    })
    const connections = makeConnections(parley.db, config)
    const embedder = makeEmbedder(config, connections)!
    const [vector] = await embedder.embed('query', ['Hi'], { seconds: 5 })
    expect([...vector!]).to.deep.equal([1, 0, 0])
    expect(server.received.at(-1)).to.include({
      path: '/v1/embeddings',
      authorization: 'Bearer sk-of-the-house',
    })
    expect(() => loadConfig({ ...parley.env, RERANK_MODEL: 'openai:m' })).to.throw('RERANK_MODEL')
  })
})

onOneQueue("a dead server of one organization's connection", (backend) => {
  let parley: Parley
  let well: CompatibleServer
  let dead: CompatibleServer
  before(async () => {
    ;[well, dead] = [await startCompatible(), await startCompatible()]
    parley = await startParley({
      backend,
      settings: { EGRESS_ALLOWED_HOSTS: `${well.host},${dead.host}`, MODEL_TIMEOUT_SECONDS: '3' },
    })
  })
  after(async () => {
    await parley.stop()
    await well.close()
    await dead.close()
  })

  it("does not affect another organization's replies", async () => {
    const unlucky = await parley.another('The unlucky')
    const agentOf = async (client: Client, { url }: CompatibleServer) => {
      const fields = { name: 'ours', provider: 'openai', base_url: url }
      await connectionRecords.create(parley.db, client.organizationId, fields)
      return (await client.makeAgent({ model: 'ours:large' })).id as string
    }
    const lucky = { client: parley.client, agent_id: await agentOf(parley.client, well) }
    const their = { client: unlucky, agent_id: await agentOf(unlucky, dead) }
    dead.instead = (_, response) => !!response.socket!.destroy()

    const ask = async ({ client, agent_id }: typeof lucky, headers = {}) => {
      const { id } = await client.makeConversation({ agent_id })
      return client.say(id, 'When does it come?', headers)
    }
    const posted = await Promise.all(Array.from({ length: 20 }, () => ask(their, ASYNC)))
    expect(posted.map(({ status }) => status)).to.deep.equal(posted.map(() => 202))
    await eventually(async () => dead.received.length >= 5)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => ask(lucky)))
      expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201])
    }
    const failed = await parley.db('messages').where({
      organization_id: lucky.client.organizationId,
      status: 'failed',
    })
    expect(failed).to.deep.equal([])
  })
})
