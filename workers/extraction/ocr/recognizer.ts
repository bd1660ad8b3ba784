import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PictureAnswer, PictureTask } from './engine.ts'

/** Recognizes text in pictures, one at a time. */
export interface Recognizer {
  /**
   * @param seconds the most processor seconds
   * @returns null: the picture is broken; undefined: it takes too long, or Tesseract fails
   */
  see(task: PictureTask, seconds: number): Promise<PictureAnswer | undefined>
  close(): Promise<void>
}

/** The program of the thread, beside this file. Tests build it first: a thread takes no sources. */
export const engine = { file: new URL(`engine${extname(import.meta.url)}`, import.meta.url) }

const CHECK_MS = 100

/**
 * Returns the processor seconds that this process has taken. While its thread recognizes a picture,
 * the process does nothing else.
 */
export function secondsTaken(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Makes a recognizer, which starts its thread with the first picture. The thread can be ended:
 * Tesseract itself cannot be interrupted.
 * @param onAlive called many times a second while a picture is recognized
 */
export function makeRecognizer(onAlive: () => void): Recognizer {
  let thread: Worker | undefined

  async function close(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  /** Resolves when the processor time is used up. */
  function timeIsUp(seconds: number, signal: AbortSignal): Promise<undefined> {
    const end = secondsTaken() + seconds
    return new Promise((resolve) => {
      const check = setInterval(() => {
        onAlive()
        if (secondsTaken() > end) resolve(undefined)
      }, CHECK_MS)
      signal.addEventListener('abort', () => clearInterval(check))
    })
  }

  /** Resolves with the answer; undefined: the thread has failed. */
  function answerOf(asked: Worker, task: PictureTask): Promise<PictureAnswer | undefined> {
    return new Promise((resolve) => {
      asked.once('message', resolve)
      asked.once('error', () => resolve(undefined))
      asked.once('exit', () => resolve(undefined))
      asked.postMessage(task)
    })
  }

  return {
    async see(task, seconds) {
      thread ??= new Worker(engine.file, { stdout: true, stderr: true })
      const ended = new AbortController()
      const answer = await Promise.race([
        answerOf(thread, task),
        timeIsUp(seconds, ended.signal),
      ]).finally(() => ended.abort())
      if (answer === undefined) await close()
      else thread.removeAllListeners('message').removeAllListeners('exit')
      return answer
    },
    close,
  }
}
