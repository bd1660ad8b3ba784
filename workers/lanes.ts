import type { WorkerLane } from './lanes/lane.ts'

/**
 * Loads the work of each lane, by its name. A process loads only its own lanes': the work of replies
 * takes 15 MB, which no process of deliveries needs.
 */
const LOADERS: Readonly<Record<string, () => Promise<WorkerLane>>> = {
  reply: async () => (await import('./lanes/replyLane.ts')).REPLY_LANE,
  index: async () => (await import('./lanes/indexLane.ts')).INDEX_LANE,
  deliver: async () => (await import('./lanes/deliverLane.ts')).DELIVER_LANE,
}

export const WORKER_LANE_NAMES = Object.keys(LOADERS)

/** Loads lanes by their names, in the order of `WORKER_LANE_NAMES`; skips unknown names. */
export const loadLanes = (names: readonly string[]): Promise<WorkerLane[]> =>
  Promise.all(
    WORKER_LANE_NAMES.filter((name) => names.includes(name)).map((name) => LOADERS[name]!()),
  )
