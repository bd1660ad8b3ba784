import type { MakeRoom, Room } from '../kit.ts'

/** The file's name, which the build sets. */
declare const CHAT_FILE: string

const PAUSE_MS = 1_000
let tries = 0

/** The server's present version has replaced this script and its chat. */
export class Outdated extends Error {}

/**
 * Loads the chat. During a deployment, another process may not have the file yet, so it tries
 * twice.
 * @param src the address of this script
 * @param make makes the chat, for which it loads its texts
 * @throws Outdated, or an error if the file cannot be loaded at present
 */
export async function loadChat(
  src: string,
  make: (makeRoom: MakeRoom) => Promise<Room>,
): Promise<Room> {
  for (let isSecond = false; ; isSecond = true)
    try {
      // Browsers may remember a failure by the whole address.
      const file = new URL(`widget/${CHAT_FILE}${tries ? `?${tries}` : ''}`, new URL('.', src)).href
      const { makeRoom } = await import(/* @vite-ignore */ file)
      return await make(makeRoom)
    } catch (error) {
      tries++
      if (isSecond) throw (await isOutdated(src)) ? new Outdated() : error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
}

async function isOutdated(src: string): Promise<boolean> {
  try {
    const response = await fetch(src, { cache: 'no-cache', credentials: 'omit' })
    return response.ok && !(await response.text()).includes(CHAT_FILE)
  } catch {
    return false
  }
}
