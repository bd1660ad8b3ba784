import { Worker } from 'node:worker_threads'
import { AppError, type JobError } from '../../shared/errors.ts'
import type { Progress } from '../../shared/store/progress.ts'
import type { Answer, Source, Task, Told } from '../extract.ts'
import { chunksOf } from './chunksOf.ts'
import { decode } from './text.ts'

/**
 * The process that `extract.ts` starts for one file or page. A thread beside the parser ends it when it takes too much
 * memory, which Node itself bounds for a part of it only, or when its parent is gone.
 */
const WATCH = `
  const { mostBytes, until } = require('node:worker_threads').workerData
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes || Date.now() > until) process.kill(process.pid, 'SIGKILL')
  }, 50)`
const workerData = { mostBytes: 768 * 1024 * 1024, until: Date.now() + 240_000 }
new Worker(WATCH, { eval: true, execArgv: [], workerData }).unref()

// A signal to the whole group of processes is for the parent to handle.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())
process.once('message', async (task: Task) => {
  process.send!(await answerOf(task), () => process.exit())
})

async function answerOf(task: Task): Promise<Answer> {
  try {
    if ('sitemap' in task) return (await import('./sitemap.ts')).readSitemap(asBuffer(task.sitemap))
    const { source, address } = task
    const page = address && source.type === 'html' ? await factsOf(source, address) : undefined
    const extraction = await chunksOf(source, tell).catch((error) => ({ error: toJobError(error) }))
    return { ...extraction, ...(page && { page }) }
  } catch (error) {
    return { error: toJobError(error) }
  }
}

async function factsOf({ bytes, charset }: Source, address: string) {
  const { readFacts } = await import('./facts.ts')
  return readFacts(decode(asBuffer(bytes), charset, 'html'), address)
}

/** What came between processes is a Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** So that a file of thousands of pages is not thousands of messages. */
const TELL_MS = 250
let toldAt = Number.NEGATIVE_INFINITY

function tell(progress: Progress): void {
  const now = performance.now()
  if (now - toldAt < TELL_MS) return
  toldAt = now
  process.send!({ progress } satisfies Told)
}

const toJobError = (error: unknown): JobError =>
  error instanceof AppError
    ? { code: error.code, detail: error.message }
    : { code: 'file_unreadable', detail: 'It is broken, or not what it says it is.' }
