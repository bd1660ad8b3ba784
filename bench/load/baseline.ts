import type { System } from './measure.ts'
import { startProgram } from './programs.ts'

/**
 * Starts the bare queue of `bench/baseline`, which shows what any Node service with a queue costs.
 * @param count of API processes, and of workers
 */
export const startBaseline = (
  folder: string,
  model: string,
  redisUrl: string,
  count = 1,
): Promise<System> =>
  startProgram({
    name: 'baseline',
    folder,
    settings: { REDIS_URL: redisUrl, OPENAI_BASE_URL: model },
    count,
  })
