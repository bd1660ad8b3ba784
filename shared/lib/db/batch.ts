import { setImmediate } from 'node:timers/promises'
import { isTransient } from './failures.ts'

/**
 * The most milliseconds that a call waits for the end of the batch in flight, which a lock may
 * delay.
 */
const PATIENCE_MS = 10
/**
 * The turns of the event loop for which a call waits for others, but for no more than GATHER_MS. They
 * take 50 µs in a quiet process. In a busy process they take as long as its other work, part of which
 * ends in the same batch (decision 110).
 */
const TURNS = 20
/** Where one organization computes for long, the replies of others must not wait with each call. */
const GATHER_MS = 25

/**
 * Batches concurrent calls into one statement, because most of the cost of a one-row statement is
 * fixed. A call waits for TURNS if no batch is in flight, and otherwise for the end of that batch, but
 * for no more than PATIENCE_MS. When a batch fails, each of its calls is tried alone, so that one bad
 * call does not fail the others. If the database was away, all calls of the batch fail.
 * @param run returns one result per item, in the same order
 * @param most the largest number of items in a batch
 * @param apart returns a key for an item; items with the same key never share a batch
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  most: number,
  apart?: (item: Item) => string,
): (item: Item) => Promise<Result> {
  type Waiting = WaitingCall<Item, Result>
  let waiting: Waiting[] = []
  let onTheirWay = 0
  let patience: NodeJS.Timeout | undefined
  let isGathering = false

  function takeBatch(): Waiting[] {
    const seen = new Set<string>()
    const batch: Waiting[] = []
    const others: Waiting[] = []
    for (const call of waiting) {
      const key = apart?.(call.item)
      const isTaken = batch.length < most && !(key !== undefined && seen.has(key))
      if (key !== undefined) seen.add(key)
      ;(isTaken ? batch : others).push(call)
    }
    waiting = others
    return batch
  }

  async function gather(): Promise<void> {
    if (isGathering) return
    isGathering = true
    const end = performance.now() + GATHER_MS
    for (let turn = 0; turn < TURNS && performance.now() < end; turn++) await setImmediate()
    isGathering = false
    if (waiting.length) sendWaiting()
  }

  async function sendWaiting(): Promise<void> {
    clearTimeout(patience)
    patience = undefined
    const batch = takeBatch()
    if (waiting.length) patience = setTimeout(sendWaiting, PATIENCE_MS)
    onTheirWay++
    await runCalls(run, batch)
    onTheirWay--
    if (waiting.length) sendWaiting()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= most) sendWaiting()
      else if (onTheirWay === 0) gather()
      else patience ??= setTimeout(sendWaiting, PATIENCE_MS)
    })
}

/**
 * Batches calls that each have a list of items, with the rules of `batched`.
 * @param run returns one result per item, in the same order
 * @param most the largest number of lists in a batch
 */
export const batchedLists = <Item, Result>(
  run: (items: readonly Item[]) => Promise<Result[]>,
  most: number,
): ((list: readonly Item[]) => Promise<Result[]>) =>
  batched(async (lists: (readonly Item[])[]) => {
    const results = await run(lists.flatMap((list) => [...list]))
    return lists.map(({ length }) => results.splice(0, length))
  }, most)

/** A call that waits for its batch. */
export interface WaitingCall<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Runs calls as one batch, with the rules of `batched` for failures. Never rejects.
 * @param run returns one result per item, in the same order
 */
export async function runCalls<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  calls: readonly WaitingCall<Item, Result>[],
): Promise<void> {
  try {
    const results = await run(calls.map(({ item }) => item))
    for (const [nth, { resolve }] of calls.entries()) resolve(results[nth]!)
  } catch (error) {
    if (calls.length === 1 || (isTransient(error) && !isDeadlock(error)))
      for (const { reject } of calls) reject(error)
    else await Promise.all(calls.map((call) => runCalls(run, [call])))
  }
}

const isDeadlock = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '40P01'
