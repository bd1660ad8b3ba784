import type { System } from './measure.ts'
import { CONCURRENCY } from './parley.ts'
import { startProcess } from './processes.ts'

/**
 * Starts the bare queue of `bench/baseline`, which shows what any Node service with a queue costs.
 * @param count of API processes, and of workers
 */
export async function startBaseline(
  folder: string,
  model: string,
  redisUrl: string,
  count = 1,
): Promise<System> {
  const env = {
    NODE_ENV: 'production',
    REDIS_URL: redisUrl,
    OPENAI_BASE_URL: model,
    REPLY_CONCURRENCY: CONCURRENCY,
  }
  const start = (kind: string) =>
    Array.from({ length: count }, (_, index) => {
      const args = ['--import', './bench/load/probe.js', `bench/baseline/${kind}.js`]
      const name = count === 1 ? `baseline-${kind}` : `baseline-${kind}-${index + 1}`
      return startProcess({ name, folder, args }, env)
    })
  const [apis, workers] = [start('api'), start('worker')]
  const ports = await Promise.all(apis.map((api) => api.printed(/listening on (\d+)/)))
  await Promise.all(workers.map((worker) => worker.printed(/working/)))
  return {
    name: 'baseline',
    addresses: ports.map(([, port]) => `http://127.0.0.1:${port}`),
    processes: { api: apis, worker: workers },
    async stop() {
      await Promise.all([...apis, ...workers].map((process) => process.stop()))
    },
  }
}
