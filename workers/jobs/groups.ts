import type { LeasedJob } from '../../shared/jobs/openJobs.ts'

/** Claims the jobs that are done together with a job: none, if it is done alone. */
export type ClaimWith = (job: LeasedJob) => Promise<readonly LeasedJob[]>

interface GroupsDeps {
  claimWith: ClaimWith
  /** Runs a job. Never rejects. */
  work: (job: LeasedJob) => Promise<void>
  /** Whether the process takes no more jobs. */
  isDraining: () => boolean
  onStart: (job: LeasedJob) => void
  /** Called if `claimWith` fails. */
  onFailure: (error: unknown) => void
}

/**
 * The most groups of jobs that a slot runs before other organizations get their turn: five of a
 * hundred pairs take about a second.
 */
const GROUPS_IN_A_ROW = 5

/**
 * Makes a function that runs a claimed job and, in the same slot, groups of jobs that are done
 * together with it. A group begins when all that is left of the one before is to store it: so this
 * process works while PostgreSQL does. At most two groups are held at a time.
 */
export function makeRunGroups({ claimWith, work, isDraining, onStart, onFailure }: GroupsDeps) {
  async function claimBeside(job: LeasedJob): Promise<readonly LeasedJob[]> {
    if (isDraining()) return []
    try {
      const beside = await claimWith(job)
      for (const each of beside) onStart(each)
      return beside
    } catch (error) {
      onFailure(error)
      return []
    }
  }

  function begin(jobs: readonly LeasedJob[]): { isRead: Promise<void>; ended: Promise<unknown> } {
    let onRead = () => {}
    const isRead = new Promise<void>((resolve) => {
      onRead = resolve
    })
    const group = { size: jobs.length, onRead }
    for (const job of jobs) job.group = group
    return { isRead, ended: Promise.all(jobs.map(work)) }
  }

  return async function runGroups(first: LeasedJob): Promise<void> {
    let jobs: readonly LeasedJob[] = [first, ...(await claimBeside(first))]
    let former: Promise<unknown> = Promise.resolve()
    for (let nth = 1; jobs.length > 0; nth++) {
      const { isRead, ended } = begin(jobs)
      await Promise.race([isRead, ended])
      await former
      former = ended
      const goesOn = nth < GROUPS_IN_A_ROW && jobs.length > 1
      jobs = goesOn ? await claimBeside(jobs[0]!) : []
    }
    await former
  }
}
