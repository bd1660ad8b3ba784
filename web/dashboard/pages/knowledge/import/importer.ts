import { useEffect, useReducer } from 'preact/hooks'
import { refreshKnowledge } from '../../../components/records/entries.ts'
import { onLeaving } from '../../../components/session.tsx'
import { ApiError, api, dataOf } from '../../../lib/api.ts'
import type { BadRow, ImportRow } from './csv.ts'
import {
  findImport,
  forgetImport,
  type StoredImport,
  storeImport,
  storeProgress,
} from './storedImports.ts'

/**
 * An import. It posts each row separately, with an Idempotency-Key made of the import's id and the
 * row's number. So each row has an error of its own, and rows that are sent again, for example
 * after a reload, are not added twice.
 */
export interface Import {
  kept: StoredImport
  done: ReadonlySet<number>
  refused: readonly BadRow[]
  state: 'running' | 'paused' | 'ended'
  /** The error after which it retries or was paused. */
  problem?: ApiError
}

const AT_A_TIME = 4
const KEEP_MS = 1_000
/** The API stores keys for a day. After that, rows could be added twice. */
const MAX_AGE_MS = 23 * 3_600_000
const MAX_WAIT_SECONDS = 30

let current: Import | undefined
const watchers = new Set<() => void>()

function set(next: Import | undefined): void {
  current = next
  for (const watch of watchers) watch()
}

// The browser stores the import, so the user can resume it after signing in again.
onLeaving(() => set(undefined))

/** Returns the import of this tab. It goes on while the user is on other pages. */
export function useImport(userId: string): Import | undefined {
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  useEffect(() => {
    const watch = () => render(undefined as never)
    watchers.add(watch)
    if (!current) restore(userId)
    return () => void watchers.delete(watch)
  }, [userId])
  return current?.kept.userId === userId ? current : undefined
}

/** Restores an import that a reload interrupted. It waits until the user resumes it. */
async function restore(userId: string): Promise<void> {
  const found = await findImport(userId).catch(() => undefined)
  if (!found || current) return
  const { kept, progress } = found
  set({ kept, done: new Set(progress.done), refused: progress.refused, state: 'paused' })
}

export const isTooOld = ({ kept }: Import) => Date.now() - kept.startedAt > MAX_AGE_MS

/** Returns the rows that are not added or refused yet. */
export const restOf = ({ kept, done, refused }: Import): ImportRow[] => {
  const lines = new Set(refused.map(({ line }) => line))
  return kept.rows.filter(({ line }, index) => !done.has(index) && !lines.has(line))
}

export async function startImport(
  userId: string,
  name: string,
  rows: ImportRow[],
  agentIds: string[] | null,
): Promise<void> {
  const kept = { id: crypto.randomUUID(), userId, name, startedAt: Date.now(), agentIds, rows }
  // If the browser has no room to store the import, it runs anyway, but a reload ends it.
  await storeImport(kept).catch(() => undefined)
  set({ kept, done: new Set(), refused: [], state: 'paused' })
  run()
}

export const resumeImport = () => run()

export function pauseImport(): void {
  if (current) set({ ...current, state: 'paused' })
}

export async function closeImport(): Promise<void> {
  const id = current?.kept.id
  set(undefined)
  if (id) await forgetImport(id).catch(() => undefined)
  refreshKnowledge()
}

async function run(): Promise<void> {
  if (!current || current.state === 'running') return
  const { problem: _, ...rest } = current
  set({ ...rest, state: 'running' })
  const { kept } = rest
  const wanted = new Set(restOf(rest).map(({ line }) => line))
  const indexes = kept.rows.flatMap(({ line }, index) => (wanted.has(line) ? [index] : []))
  const isOurs = () => current?.kept.id === kept.id && current.state === 'running'
  let keptAt = 0
  const keep = async () => {
    keptAt = Date.now()
    const { done, refused } = current!
    await storeProgress({ id: kept.id, done: [...done], refused: [...refused] }).catch(
      () => undefined,
    )
  }
  const lane = async () => {
    for (let index = indexes.shift(); index !== undefined && isOurs(); index = indexes.shift()) {
      const refusal = await add(kept, index, isOurs)
      if (refusal === 'left') return
      if (!current || current.kept.id !== kept.id) return
      if (refusal) set({ ...current, refused: [...current.refused, refusal] })
      else set({ ...current, done: new Set(current.done).add(index) })
      if (Date.now() - keptAt > KEEP_MS) keep()
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  if (!current || current.kept.id !== kept.id) return
  await keep()
  if (current?.kept.id === kept.id && restOf(current).length === 0) {
    set({ ...current, state: 'ended' })
    await forgetImport(kept.id).catch(() => undefined)
  }
  refreshKnowledge()
}

/**
 * Adds a row.
 * @returns the row with the API's reason to refuse it; undefined: it was added; `left`: to be added
 *   later
 */
async function add(
  { id, agentIds, rows }: StoredImport,
  index: number,
  isOurs: () => boolean,
): Promise<BadRow | 'left' | undefined> {
  const { line, question, answer, tags, source } = rows[index]!
  const body = {
    question,
    answer,
    tags,
    ...(source ? { source } : {}),
    ...(agentIds ? { agent_ids: agentIds } : {}),
  }
  const header = { 'Idempotency-Key': `import-${id}-${index}`, Prefer: 'respond-async' }
  for (let tried = 0; isOurs(); tried++) {
    try {
      await dataOf(api.POST('/api/v1/knowledge/qa', { params: { header }, body }))
      if (current?.problem && isOurs()) {
        const { problem: _, ...rest } = current
        set(rest)
      }
      return undefined
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, {})
      if (known.status === 422 || known.status === 400)
        return { line, question, answer, reason: known.message }
      // The entry was added before and has been deleted since.
      if (known.status === 404 && !agentIds) return undefined
      if (![0, 409, 429].includes(known.status) && known.status < 500) {
        if (current && isOurs()) set({ ...current, state: 'paused', problem: known })
        return 'left'
      }
      if (current && isOurs()) set({ ...current, problem: known })
      const seconds = Math.min(2 ** tried, MAX_WAIT_SECONDS)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
  return 'left'
}
