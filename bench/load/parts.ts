import { join } from 'node:path'
import { type Measurement, measure } from './measure.ts'
import { PARTS } from './partTable.ts'
import { timesByOwner } from './report/profile.ts'
import { type Result, WARM } from './rounds.ts'
import { type Prepared, startSubject } from './subjects.ts'

/** Milliseconds of processor time a message, by the name of a part. */
export type Costs = Record<string, number>

/** What `npm run bench -- load` stores of its profiled turn with 50 clients. */
export interface PartCosts {
  plain: Costs
  parley: Costs
}

/**
 * Assigns a program's processor time to parts: that of PostgreSQL and Redis as a whole, that of
 * API and worker by the shares of a CPU profile.
 * @param profiles the files of the `.cpuprofile`s
 */
export function costsByPart(
  { cpu_ms }: Measurement,
  profiles: Record<'api' | 'worker', string>,
): Costs {
  const costs: Costs = { postgres: cpu_ms.postgres, redis: cpu_ms.redis }
  for (const process of ['api', 'worker'] as const) {
    const times = timesByOwner(profiles[process])
    const total = [...times.values()].reduce((sum, time) => sum + time, 0)
    for (const [owner, time] of times) {
      const part = partOf(owner)
      costs[part] = (costs[part] ?? 0) + (cpu_ms[process] * time) / total
    }
  }
  return costs
}

/** Returns the part to which code of this owner belongs. */
export const partOf = (owner: string): string =>
  PARTS.find(({ owners }) => owners?.test(owner))!.name

/**
 * Measures where the time goes in one turn of each program.
 * @param result of the unprofiled rounds, whose processor time is assigned
 */
export async function measureParts(
  prepared: Prepared,
  { scenario, medians }: Result,
  warm_up = WARM,
): Promise<PartCosts> {
  const { stack } = prepared
  const costsOf = async (name: 'plain' | 'redis'): Promise<Costs> => {
    const profile = join(stack.folder, `profile-${name}`)
    await stack.emptyRedis()
    const subject = await startSubject(prepared, name, { ...scenario, profile })
    const { system, model, target } = subject
    const { answers } = await measure({ ...scenario, warm_up }, { stack, system, model, ...target })
    await subject.end(answers)
    const file = (kind: 'api' | 'worker') =>
      join(profile, `${system.processes[kind][0]!.name}.cpuprofile`)
    return costsByPart(medians[name]!, { api: file('api'), worker: file('worker') })
  }
  return { plain: await costsOf('plain'), parley: await costsOf('redis') }
}
