import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { type Completion, completeTogether } from '../../shared/knowledge/completeEntries.ts'
import { runCalls, type WaitingCall } from '../../shared/lib/db/batch.ts'
import type { Db } from '../../shared/lib/db/db.ts'

/** An entry that this process reads, and stores if it can be read. */
export interface EntryUnderWay {
  /**
   * Stores the entry, together with the others of its group.
   * @returns false when the lease was lost. Then nothing is stored
   */
  store(completion: Completion): Promise<boolean>
  /** Lets the others no longer wait for this entry. Can be called repeatedly. */
  leave(): void
}

/** Begins an entry. Always call `leave` of the result afterwards. */
export type BeginEntry = (claim: Pick<LeasedJob, 'group' | 'organization_id'>) => EntryUnderWay

/** The most milliseconds that an entry waits for the others of its group. */
const PATIENCE_MS = 1_000

const alone = () => ({ size: 1, onRead: () => undefined })

/** The entries of a group. */
interface Gathering {
  /** How many have neither come to be stored nor left. */
  missing: number
  waiting: WaitingCall<Completion, boolean>[]
  timer: NodeJS.Timeout | undefined
}

/**
 * Makes a function by which the entries of a group are stored in one transaction. If it fails, each
 * entry is stored alone. When all of them have been read, `onRead` of the group is called.
 * @param mostChunks the most chunks that an organization may have
 */
export function makeBeginEntry(db: Db, mostChunks: number): BeginEntry {
  const gatherings = new WeakMap<object, Gathering>()

  function gatheringOf(group: LeasedJob['group'] = alone()): Gathering {
    const known = gatherings.get(group)
    if (known) return known
    const gathering = { missing: group.size, waiting: [], timer: undefined }
    gatherings.set(group, gathering)
    return gathering
  }

  return ({ group, organization_id }) => {
    const gathering = gatheringOf(group)
    const storeWaiting = () => {
      clearTimeout(gathering.timer)
      gathering.timer = undefined
      const store = (some: Completion[]) => completeTogether(db, organization_id, some, mostChunks)
      return runCalls(store, gathering.waiting.splice(0))
    }
    const goOn = () => {
      if (gathering.missing === 0) group?.onRead()
      if (!gathering.waiting.length) return
      if (gathering.missing === 0) storeWaiting()
      else gathering.timer ??= setTimeout(storeWaiting, PATIENCE_MS)
    }
    let isMissing = true
    function leave(): void {
      if (!isMissing) return
      isMissing = false
      gathering.missing--
      goOn()
    }
    return {
      store: (completion) =>
        new Promise((resolve, reject) => {
          gathering.waiting.push({ item: completion, resolve, reject })
          leave()
          goOn()
        }),
      leave,
    }
  }
}
