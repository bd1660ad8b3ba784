import type { System } from './measure.ts'
import { CONCURRENCY } from './parley.ts'
import { startProcess } from './processes.ts'

/** What any Node service with a queue costs: `bench/baseline`. */
export async function startBaseline(folder: string, model: string, redisUrl: string): Promise<System> {
  const env = {
    NODE_ENV: 'production',
    REDIS_URL: redisUrl,
    OPENAI_BASE_URL: model,
    WORKER_CONCURRENCY: CONCURRENCY,
  }
  const start = (name: string) => {
    const args = ['--import', './bench/load/probe.js', `bench/baseline/${name}.js`]
    return startProcess({ name: `baseline-${name}`, folder, args }, env)
  }
  const [api, worker] = [start('api'), start('worker')]
  const [, port] = await api.printed(/listening on (\d+)/)
  await worker.printed(/working/)
  return {
    name: 'baseline',
    addresses: [`http://127.0.0.1:${port}`],
    processes: { api: [api], worker: [worker] },
    async stop() {
      await Promise.all([api.stop(), worker.stop()])
    },
  }
}
