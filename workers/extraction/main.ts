import { Worker } from 'node:worker_threads'
import { AppError, type JobError } from '../../shared/errors.ts'
import type { Progress } from '../../shared/store/knowledge/progress.ts'
import type { Answer, ReaderMessage, Source, Task } from './contract/messages.ts'
import { chunksOf } from './dispatch.ts'
import { decode } from './text/text.ts'

/** Milliseconds that one task may take. The parent ends it sooner, if it still runs. */
const MAX_MS = 240_000
const until = new Float64Array(new SharedArrayBuffer(8))
until[0] = Date.now() + MAX_MS

/**
 * The process that `workers/reader/subprocess.ts` starts. A thread beside the parser kills it when it takes too
 * much memory, of which Node itself limits only a part, or when its parent is gone and a task takes too long.
 */
const WATCH = `
  const { mostBytes, until } = require('node:worker_threads').workerData
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes || Date.now() > until[0]) process.kill(process.pid, 'SIGKILL')
  }, 50)`
const workerData = { mostBytes: 768 * 1024 * 1024, until }
new Worker(WATCH, { eval: true, execArgv: [], workerData }).unref()

/**
 * Bytes that a task may leave behind. With more, the next task would be killed for memory that it did not take.
 */
const MAX_LEFT = 256 * 1024 * 1024

// A signal to the whole process group is for the parent to handle.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
process.on('message', async (task: Task) => {
  until[0] = Date.now() + MAX_MS
  const answer = await answerOf(task)
  until[0] = Number.POSITIVE_INFINITY
  const isLast = process.memoryUsage.rss() > MAX_LEFT
  process.send!({ answer, isLast } satisfies ReaderMessage, () => isLast && process.exit())
})

async function answerOf(task: Task): Promise<Answer> {
  try {
    if ('sitemap' in task) return (await import('./html/sitemap.ts')).readSitemap(asBuffer(task.sitemap))
    const { source, address } = task
    const page = address && source.type === 'html' ? await factsOf(source, address) : undefined
    const extraction = await chunksOf(source, tell).catch((error) => ({ error: toJobError(error) }))
    return { ...extraction, ...(page && { page }) }
  } catch (error) {
    return { error: toJobError(error) }
  }
}

async function factsOf({ bytes, charset }: Source, address: string) {
  const { readFacts } = await import('./html/pageFacts.ts')
  return readFacts(await decode(asBuffer(bytes), charset, 'html'), address)
}

/** Restores a Buffer, which arrives from another process as a Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Milliseconds between progress messages; a file may have thousands of pages. */
const TELL_MS = 250
let toldAt = Number.NEGATIVE_INFINITY

function tell(progress: Progress): void {
  const now = performance.now()
  if (now - toldAt < TELL_MS) return
  toldAt = now
  process.send!({ progress } satisfies ReaderMessage)
}

const toJobError = (error: unknown): JobError =>
  error instanceof AppError
    ? { code: error.code, detail: error.message }
    : { code: 'file_unreadable', detail: 'It is broken, or not what it says it is.' }
