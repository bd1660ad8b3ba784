import { type ChildProcess, fork } from 'node:child_process'
import { AppError } from '../../shared/lib/errors.ts'
import {
  type OnProgress,
  OUT_OF_TIME,
  type ReaderMessage,
} from '../extraction/contract/messages.ts'

/**
 * Processor seconds for each page of a PDF, or for any other file as a whole: some files keep a
 * parser busy for ever. The child process counts them itself, so a busy machine does not shorten
 * them.
 */
export const MAX_SECONDS = 20
/**
 * Megabytes of the child's JavaScript heap, which a text of 20 MB needs. The child ends itself at
 * twice as much memory in all.
 */
const MAX_MEGABYTES = 384

/**
 * A child process that runs the parsers. It holds no secrets and can be killed, so a malicious file
 * can hang or crash nothing else. Each job has a reader of its own. The process starts with the
 * first task, and again if it has ended.
 */
export interface Reader {
  /**
   * Sends one `Task` at a time, and returns its `Answer`.
   * @param seconds processor seconds until the answer, or from one progress report to the next
   * @throws AppError file_unreadable if the task takes too much processor time or memory;
   *   unavailable if the machine is too busy to provide that time
   */
  ask(task: object, seconds?: number, onProgress?: OnProgress): Promise<object>
  close(): void
}

/**
 * The program to start, with Node's options. Tests compile it first: from its sources, starting
 * takes three times as long.
 */
export const program = {
  file: new URL(import.meta.url.replace(/reader\/subprocess(\.\w+)$/, 'extraction/main$1')),
  execArgv: process.execArgv,
  /**
   * Clock seconds for each processor second. If the program gets less than a twentieth of a core,
   * the machine is too busy, or the parser waits for an event that never comes.
   */
  patience: 20,
}

/** Node's exit code when it runs out of memory, on systems that report no signal. */
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
    // The pending task rejects with this error. Without a listener, it would end the worker.
    return started.on('error', () => undefined)
  }

  /** Returns the child process, or starts a new one if it has ended while idle. */
  function living(): ChildProcess {
    const isGone = child && (child.killed || child.exitCode !== null || child.signalCode !== null)
    if (!child || isGone) child = start()
    return child
  }

  /**
   * @returns the child's answer, or the signal that ended it: sent by us, by itself, or because it
   *   ran out of memory
   */
  function answerOf(
    asked: ChildProcess,
    task: object,
    onProgress: OnProgress,
  ): Promise<object | NodeJS.Signals> {
    return new Promise((resolve, reject) => {
      asked.on('message', (said: ReaderMessage) => {
        if ('progress' in said) return onProgress(said.progress)
        if (said.isLast) child = undefined
        resolve(said.answer)
      })
      asked.once('error', reject)
      asked.once('close', (code, signal) => {
        child = undefined
        if (signal || code === OUT_OF_MEMORY) resolve(signal ?? 'SIGABRT')
        else reject(new Error(`the process that reads files ended with code ${code}`))
      })
      // Errors are ignored: `close` reports a child that ends before it has read the whole task.
      asked.send(task, () => undefined)
    })
  }

  return {
    async ask(task, seconds = MAX_SECONDS, onProgress = () => undefined) {
      signal.throwIfAborted()
      const asked = living()
      let isLate = false
      const kill = () => asked.kill('SIGKILL')
      const limit = setTimeout(
        () => {
          isLate = true
          kill()
        },
        seconds * program.patience * 1000,
      )
      signal.addEventListener('abort', kill)
      try {
        const answer = await answerOf(asked, { ...task, seconds }, (progress) => {
          limit.refresh()
          onProgress(progress)
        })
        signal.throwIfAborted()
        if (typeof answer === 'object') return answer
        if (isLate) throw new AppError('unavailable', BUSY)
        const isOutOfTime = answer === OUT_OF_TIME
        throw unreadable(
          isOutOfTime
            ? `It takes over ${seconds} s of processor time to read.`
            : 'It needs too much memory to be read.',
        )
      } finally {
        clearTimeout(limit)
        signal.removeEventListener('abort', kill)
        asked.removeAllListeners('message').removeAllListeners('close')
        asked.removeAllListeners('error').on('error', () => undefined)
      }
    },
    close: () => void child?.kill('SIGKILL'),
  }
}

const BUSY = 'The machine was too busy to read it in time. Index it again when there is less to do.'
const unreadable = (detail: string) =>
  new AppError('file_unreadable', `${detail} Split it, or save it in a simpler form.`)
