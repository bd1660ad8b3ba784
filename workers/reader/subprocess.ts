import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from '../../shared/errors.ts'
import type { OnProgress, ReaderMessage } from '../extraction/contract/messages.ts'

/** Seconds for each page of a PDF, or for the whole of any other file: some keep a parser busy for ever. */
export const MAX_SECONDS = 20
const MAX_SECONDS_IN_ALL = 180
/**
 * The child's JavaScript heap; a text of 20 MB needs it. The child kills itself at twice as much memory in all.
 */
const MAX_MEGABYTES = 384

/**
 * A child process that runs the parsers. It holds no secrets and can be killed, so a malicious file can hang
 * or crash nothing else. Each job has its own, which starts with the first task and again after it has ended.
 */
export interface Reader {
  /**
   * Sends one `Task` at a time, and returns its `Answer`.
   * @throws AppError file_unreadable when it takes too long or too much memory
   */
  ask(task: object, seconds?: number, onProgress?: OnProgress): Promise<object>
  close(): void
}

/**
 * The program to start, with Node's options. Tests compile it first: from its sources it starts three times
 * as slowly.
 */
export const program = {
  file: new URL(import.meta.url.replace(/reader\/subprocess(\.\w+)$/, 'extraction/main$1')),
  execArgv: process.execArgv,
}

/** Node's exit code when it runs out of memory, where no signal is reported. */
const OUT_OF_MEMORY = 134

/** @param megabytes the limit of the child's JavaScript heap */
export function makeReader(signal: AbortSignal, megabytes = MAX_MEGABYTES): Reader {
  let child: ChildProcess | undefined

  function start(): ChildProcess {
    const started = fork(program.file, {
      execArgv: [...program.execArgv, `--max-old-space-size=${megabytes}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The pending task rejects with the error. Without a listener, the error would end this process.
    return started.on('error', () => undefined)
  }

  /** Replaces a child that has ended while idle. */
  function living(): ChildProcess {
    const isGone = child && (child.killed || child.exitCode !== null || child.signalCode !== null)
    if (!child || isGone) child = start()
    return child
  }

  /** @returns undefined when the child was killed: by us, by itself, or because it ran out of memory */
  function answerOf(asked: ChildProcess, task: object, onProgress: OnProgress): Promise<object | undefined> {
    return new Promise((resolve, reject) => {
      asked.on('message', (said: ReaderMessage) => {
        if ('progress' in said) return onProgress(said.progress)
        if (said.isLast) child = undefined
        resolve(said.answer)
      })
      asked.once('error', reject)
      asked.once('close', (code) => {
        child = undefined
        if (code === null || code === OUT_OF_MEMORY) resolve(undefined)
        else reject(new Error(`the process that reads files ended with code ${code}`))
      })
      // The `close` event reports a child that ends before it has read the whole task.
      asked.send(task, () => undefined)
    })
  }

  return {
    async ask(task, seconds = MAX_SECONDS, onProgress = () => undefined) {
      signal.throwIfAborted()
      const asked = living()
      let late = 0
      const kill = () => asked.kill('SIGKILL')
      const endAfter = (seconds: number) =>
        setTimeout(() => {
          late = seconds
          kill()
        }, seconds * 1000)
      const limit = endAfter(seconds)
      const limitInAll = endAfter(MAX_SECONDS_IN_ALL)
      signal.addEventListener('abort', kill)
      try {
        const answer = await answerOf(asked, task, (progress) => {
          limit.refresh()
          onProgress(progress)
        })
        signal.throwIfAborted()
        if (answer) return answer
        throw unreadable(late ? `It takes over ${late} s to read.` : 'It needs too much memory to be read.')
      } finally {
        clearTimeout(limit)
        clearTimeout(limitInAll)
        signal.removeEventListener('abort', kill)
        asked.removeAllListeners('message').removeAllListeners('close')
        asked.removeAllListeners('error').on('error', () => undefined)
      }
    },
    close: () => void child?.kill('SIGKILL'),
  }
}

const unreadable = (detail: string) =>
  new AppError('file_unreadable', `${detail} Split it, or save it in a simpler form.`)
