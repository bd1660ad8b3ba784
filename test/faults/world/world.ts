import { join } from 'node:path'
import { withDb } from '../../../shared/lib/db/db.ts'
import type { Credentials } from '../../support/http/client.ts'
import { type Backend, makeCredentials, TEST_SECRET_KEY } from '../../support/product/parley.ts'
import { type FakeModel, startFakeModel } from '../../support/servers/model.ts'
import { makeProxy, type TcpProxy } from '../../support/servers/proxy.ts'
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'
import { type Child, makeChild } from './children.ts'
import type { Clients } from './clients.ts'
import { lastingPort } from './ports.ts'
import { type FaultyServer, makePostgres, makeRedis } from './servers.ts'

/** Everything that a scenario runs on. */
export interface World {
  seed: number
  backend: Backend
  postgres: FaultyServer
  /** undefined: the queue is in PostgreSQL. */
  redis: FaultyServer | undefined
  /** Proxies between the processes and the servers, if the scenario asked for them. */
  proxies: TcpProxy[]
  model: FakeModel
  apis: Child[]
  /** The addresses of the APIs, in the order of `apis`. */
  addresses: string[]
  /** The workers of the reply lane. */
  workers: Child[]
  /** The workers of the deliver lane. */
  deliverers: Child[]
  /** Receives the webhooks. */
  receiver: Receiver
  /** All processes of this world. */
  children: Child[]
  settings: Record<string, string>
  /** Problems that belong to no single reply. */
  problems: string[]
  /** All clients of this world. */
  clients: Clients[]
  /** Work that must be over before the audit. */
  pending: Promise<unknown>[]
  /** The number of faults so far. */
  faults: number
  /** Starts another API of the version in this folder, and sends requests to it. */
  startApi(folder: string): Promise<Child>
  /** Starts another worker of the version in this folder. */
  startWorker(folder: string, lane: string): Promise<Child>
  /** Forgets faults and model calls of the previous scenario. */
  begin(): void
  /** Makes an organization with an application. */
  organization(name: string): Promise<Credentials>
  /** Sends SIGTERM to every child. Each must end well. */
  stopChildren(): Promise<void>
  /** Ends all remaining processes and servers. */
  remove(): Promise<void>
}

export interface WorldOptions {
  seed: number
  backend: Backend
  apis?: number
  workers?: number
  deliverers?: number
  /** Whether the processes reach their servers through proxies, or the workers alone. */
  proxied?: boolean | 'workers'
  /** Whether the processes report their live objects. */
  probed?: boolean
  settings?: Record<string, string>
  /** Settings for the workers alone. */
  workerSettings?: Record<string, string>
  /** The folder with the `dist` of another version, which also migrates the database. */
  folder?: string
}

/** Seconds after which a slow reply is answered 202, few enough that both kinds of answer occur. */
export const REPLY_WAIT_SECONDS = 10

/** Seconds, fewer than the database hangs here, so that requests do not wait for its return. */
export const DATABASE_TIMEOUT_SECONDS = 4

/** Returns the settings with the addresses of PostgreSQL and, if there is one, Redis. */
const addressesOf = ([postgres, redis]: readonly { url: string }[]): Record<string, string> => ({
  DATABASE_URL: postgres!.url,
  ...(redis && { REDIS_URL: redis.url }),
})

export async function makeWorld(options: WorldOptions): Promise<World> {
  const { seed, backend, proxied = false, probed = false, folder = '.' } = options
  const postgres = await makePostgres(options.folder)
  const redis = backend === 'redis' ? await makeRedis() : undefined
  const model = await startFakeModel()
  const receiver = await startReceiver()
  const servers = [postgres, redis].filter((server) => server !== undefined)
  const proxies: TcpProxy[] = []
  const problems: string[] = []
  const children: Child[] = []
  const clients: Clients[] = []
  const remove = async () => {
    await Promise.all(clients.map((client) => client.close()))
    await Promise.all(children.map((child) => child.kill()))
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await Promise.all(servers.map((server) => server.remove()))
    await Promise.all([model.close(), receiver.close()])
  }
  try {
    await Promise.all(servers.map((server) => server.start()))
    if (proxied) for (const { url } of servers) proxies.push(await makeProxy(url))
    await Promise.all(proxies.map((proxy) => proxy.open()))
    const settings: Record<string, string> = {
      ...addressesOf(proxied === true ? proxies : servers),
      HOST: '127.0.0.1',
      LLM_MODEL: 'openai:test-model',
      OPENAI_BASE_URL: model.url,
      LLM_PRICES: '{"test-model":[1,2]}',
      API_HOURLY_LIMIT: '1000000',
      REPLY_WAIT_SECONDS: String(REPLY_WAIT_SECONDS),
      DATABASE_TIMEOUT_SECONDS: String(DATABASE_TIMEOUT_SECONDS),
      REPLY_CONCURRENCY: '15',
      SECRET_KEYS: `test:${TEST_SECRET_KEY}`,
      EGRESS_ALLOWED_HOSTS: receiver.host,
      ...(probed
        ? {
            NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${new URL('probe.mjs', import.meta.url)}`,
          }
        : {}),
      ...options.settings,
    }
    const addresses: string[] = []
    const apis: Child[] = []
    const workers: Child[] = []
    const deliverers: Child[] = []
    async function startApi(folder: string): Promise<Child> {
      const port = await lastingPort()
      const name = `api-${apis.length + 1}`
      const program = [join(folder, 'dist/api/main.js')]
      const api = makeChild(
        name,
        program,
        { ...settings, PORT: String(port) },
        /"port":\d+,"queue"/,
        problems,
      )
      apis.push(api)
      children.push(api)
      await api.start()
      addresses.push(`http://127.0.0.1:${port}`)
      return api
    }
    async function startWorker(folder: string, lane: string): Promise<Child> {
      const names: Record<string, string> = {
        reply: `worker-${workers.length + 1}`,
        deliver: `deliverer-${deliverers.length + 1}`,
      }
      const name = names[lane] ?? 'indexer'
      // The path shows the model which worker calls.
      const OPENAI_BASE_URL = model.url.replace(/v1$/, `${name}/v1`)
      const proxy = proxied === 'workers' ? addressesOf(proxies) : {}
      const env = { ...settings, ...proxy, ...options.workerSettings, OPENAI_BASE_URL }
      const program = [join(folder, 'dist/workers/main.js'), lane]
      const worker = makeChild(name, program, env, /"msg":"working"/, problems)
      if (lane === 'reply') workers.push(worker)
      if (lane === 'deliver') deliverers.push(worker)
      children.push(worker)
      await worker.start()
      return worker
    }
    await Promise.all([
      ...Array.from({ length: options.apis ?? 1 }, () => startApi(folder)),
      ...Array.from({ length: options.workers ?? 2 }, () => startWorker(folder, 'reply')),
      startWorker(folder, 'index'),
      ...Array.from({ length: options.deliverers ?? 0 }, () => startWorker(folder, 'deliver')),
    ])
    if (problems.length > 0) throw new Error(problems.join('\n'))
    const world: World = {
      seed,
      backend,
      postgres,
      redis,
      proxies,
      model,
      apis,
      addresses,
      workers,
      deliverers,
      receiver,
      children,
      settings,
      problems,
      clients,
      pending: [],
      faults: 0,
      startApi,
      startWorker,
      begin() {
        world.faults = 0
        world.pending = []
        model.reset()
      },
      organization: (name) => withDb(postgres.url, (db) => makeCredentials(db, name)),
      stopChildren: async () => void (await Promise.all(children.map((child) => child.stop()))),
      remove,
    }
    return world
  } catch (error) {
    await remove()
    throw error
  }
}
