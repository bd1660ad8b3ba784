import type { BadRow, ImportRow } from './csv.ts'

/** An import as this browser stores it, so that it can be resumed after a reload. */
export interface StoredImport {
  /** Part of its rows' idempotency keys. */
  id: string
  userId: string
  /** The file's name. */
  name: string
  startedAt: number
  /** null: all agents. */
  agentIds: string[] | null
  rows: ImportRow[]
}

/** The progress of an import: indexes of the added rows, and the refused rows. */
export interface ImportProgress {
  id: string
  done: number[]
  refused: BadRow[]
}

const STORES = ['imports', 'progress'] as const

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('parley-dashboard', 1)
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store, { keyPath: 'id' })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function within<Result>(
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORES, mode)
      const request = work(transaction)
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

export const storeImport = (stored: StoredImport) =>
  within('readwrite', (transaction) => void transaction.objectStore('imports').put(stored))

export const storeProgress = (progress: ImportProgress) =>
  within('readwrite', (transaction) => void transaction.objectStore('progress').put(progress))

export const forgetImport = (id: string) =>
  within('readwrite', (transaction) => {
    for (const store of STORES) transaction.objectStore(store).delete(id)
    return undefined
  })

/** Finds the user's unfinished import. */
export async function findImport(
  userId: string,
): Promise<{ kept: StoredImport; progress: ImportProgress } | undefined> {
  const all = (await within('readonly', (transaction) =>
    transaction.objectStore('imports').getAll(),
  )) as StoredImport[]
  const kept = all.find((stored) => stored.userId === userId)
  if (!kept) return undefined
  const progress = (await within('readonly', (transaction) =>
    transaction.objectStore('progress').get(kept.id),
  )) as ImportProgress | undefined
  return { kept, progress: progress ?? { id: kept.id, done: [], refused: [] } }
}
