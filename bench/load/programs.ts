import type { System } from './measure.ts'
import { CONCURRENCY } from './parley.ts'
import { startProcess } from './processes.ts'

interface Program {
  /** Its folder in `bench`, with `api.js` and `worker.js`. */
  name: 'baseline' | 'plain'
  /** The folder for logs. */
  folder: string
  settings: Record<string, string>
  /** Of API processes, and of workers; 1 by default. */
  count?: number
  /** The folder for CPU profiles. */
  profile?: string | undefined
}

/** Starts the API and the worker of a program that Parley is compared with. */
export async function startProgram(program: Program): Promise<System> {
  const { name, folder, settings, count = 1, profile } = program
  const env = { NODE_ENV: 'production', REPLY_CONCURRENCY: CONCURRENCY, ...settings }
  const start = (kind: string) =>
    Array.from({ length: count }, (_, index) => {
      const args = ['--import', './bench/load/probe.js', `bench/${name}/${kind}.js`]
      const process = count === 1 ? `${name}-${kind}` : `${name}-${kind}-${index + 1}`
      const file = profile && { PROFILE_FILE: `${profile}/${process}.cpuprofile` }
      return startProcess({ name: process, folder, args }, { ...env, ...file })
    })
  const [apis, workers] = [start('api'), start('worker')]
  const ports = await Promise.all(apis.map((api) => api.printed(/listening on (\d+)/)))
  await Promise.all(workers.map((worker) => worker.printed(/working/)))
  return {
    name,
    addresses: ports.map(([, port]) => `http://127.0.0.1:${port}`),
    processes: { api: apis, worker: workers },
    async stop() {
      await Promise.all(apis.map((api) => api.stop()))
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
