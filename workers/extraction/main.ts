import { Worker } from 'node:worker_threads'
import type { Progress } from '../../shared/knowledge/progress.ts'
import { AppError, type JobError } from '../../shared/lib/errors.ts'
import type { Answer, LimitedTask, ReaderMessage, Source, Task } from './contract/messages.ts'
import { OUT_OF_TIME } from './contract/messages.ts'
import { chunksOf } from './dispatch.ts'
import { decode } from './text/text.ts'

/**
 * The most processor seconds of a task, however much progress it reports, beside those for
 * recognizing text.
 */
const MAX_SECONDS_IN_ALL = 180
/** The processor seconds at which this process ends itself. */
const until = new Float64Array(new SharedArrayBuffer(8)).fill(MAX_SECONDS_IN_ALL)

/**
 * The process that `workers/reader/subprocess.ts` starts. A thread beside the parser, which may
 * hang in a loop, ends it when it takes too much processor time, or too much memory, of which Node
 * itself limits only a part.
 */
const WATCH = `
  const { mostBytes, until, signal } = require('node:worker_threads').workerData
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if ((user + system) / 1e6 > until[0]) process.kill(process.pid, signal)
    if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL')
  }, 50)`
const workerData = { mostBytes: 768 * 1024 * 1024, until, signal: OUT_OF_TIME }
new Worker(WATCH, { eval: true, execArgv: [], workerData }).unref()

/**
 * The most bytes that a task may leave allocated. With more, the next task would be killed for
 * memory that it did not take.
 */
const MAX_LEFT = 256 * 1024 * 1024

// Ignores signals to the whole process group, which the parent handles.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
process.on('message', async (task: LimitedTask) => {
  mayTake(task.seconds, 'source' in task ? (task.source.ocr?.seconds ?? 0) : 0)
  const answer = await answerOf(task)
  until[0] = Number.POSITIVE_INFINITY
  const isLast = process.memoryUsage.rss() > MAX_LEFT
  process.send!({ answer, isLast } satisfies ReaderMessage, () => isLast && process.exit())
})

/** Returns the processor seconds that this process has taken. */
function secondsTaken(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

let stepSeconds = 0
let endOfTask = 0

function mayTake(seconds: number, ocrSeconds: number): void {
  stepSeconds = seconds
  endOfTask = secondsTaken() + MAX_SECONDS_IN_ALL + ocrSeconds
  startStep()
}

function startStep(): void {
  until[0] = Math.min(secondsTaken() + stepSeconds, endOfTask)
}

async function answerOf(task: Task): Promise<Answer> {
  try {
    if ('sitemap' in task)
      return (await import('./html/sitemap.ts')).readSitemap(asBuffer(task.sitemap))
    const { source, address } = task
    const page = address && source.type === 'html' ? await factsOf(source, address) : undefined
    const extraction = await chunksOf(source, reportProgress).catch((error) => ({
      error: toJobError(error),
    }))
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
const REPORT_MS = 250
let reportedAt = Number.NEGATIVE_INFINITY

function reportProgress(progress: Progress): void {
  startStep()
  const now = performance.now()
  if (now - reportedAt < REPORT_MS) return
  reportedAt = now
  process.send!({ progress } satisfies ReaderMessage)
}

const toJobError = (error: unknown): JobError =>
  error instanceof AppError
    ? { code: error.code, detail: error.message }
    : { code: 'file_unreadable', detail: 'It is broken, or not what it says it is.' }
