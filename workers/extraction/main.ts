import { Worker } from 'node:worker_threads'
import { AppError, type JobError } from '../../shared/errors.ts'
import type { Progress } from '../../shared/store/knowledge/progress.ts'
import type { Answer, ReaderMessage, Source, Task } from './contract/messages.ts'
import { chunksOf } from './dispatch.ts'
import { decode } from './text/text.ts'

/** How long one task may take. Its parent ends it before that, if it is there. */
const MAX_MS = 240_000
const until = new Float64Array(new SharedArrayBuffer(8))
until[0] = Date.now() + MAX_MS

/**
 * The process that `workers/reader/subprocess.ts` starts. A thread beside the parser ends it when it takes too much memory, which Node
 * itself bounds for a part of it only, or when its parent is gone.
 */
const WATCH = `
  const { mostBytes, until } = require('node:worker_threads').workerData
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes || Date.now() > until[0]) process.kill(process.pid, 'SIGKILL')
  }, 50)`
const workerData = { mostBytes: 768 * 1024 * 1024, until }
new Worker(WATCH, { eval: true, execArgv: [], workerData }).unref()

/** Bytes that one task may leave behind; with more, the next task would be ended for memory that it did not take. */
const MAX_LEFT = 256 * 1024 * 1024

// A signal to the whole group of processes is for the parent to handle.
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

/** What came between processes is a Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Limits the messages for a file of thousands of pages. */
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
