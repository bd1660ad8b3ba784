import type { Configuration } from './records.ts'

/** A question without a reply so far. Its key makes it safe to ask again; `replyId` is set once it is accepted. */
export interface Asked {
  content: string
  key: string
  replyId?: string
}

/** All data that is kept about a visitor: in one tab, and only until it is closed. */
export interface Memory {
  token?: string
  /** The token's whole lifetime in ms, and its end in ms since 1970. */
  life?: number
  expires?: number
  session?: string
  open?: boolean
  asked?: Asked
  /** Ratings, 5 or 1, by the reply's id. */
  ratings?: Record<string, number>
  configuration?: Configuration
  /** When the configuration was read, in ms since 1970. */
  configured?: number
  /** Whether a visible page uses this memory. */
  held?: boolean
}

const PREFIX = 'parley:'

export interface Keeper {
  memory: Memory
  save(): void
  /** Locks the memory for this page, once it has a token. */
  hold(): void
  /** Reads the memory again, because another page of this tab may have changed it. */
  reread(): void
  forget(): void
  stop(): void
}

/**
 * Keeps the memory in sessionStorage, which each tab has for itself. A duplicated tab gets a copy that its
 * original has locked, so it starts empty. Where storage is blocked, the memory ends with the page.
 */
export function makeKeeper(name: string): Keeper {
  const key = PREFIX + name
  const read = (): Memory => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      return kept && !kept.held ? kept : {}
    } catch {
      return {}
    }
  }
  const keepAs = (held: boolean) => {
    // Without a token there is nothing to lock.
    if (!keeper.memory.token) return
    keeper.memory.held = held
    keeper.save()
  }
  // A browser may end a hidden tab without an event, so only a visible page holds the lock.
  const hold = () => keepAs(document.visibilityState === 'visible')
  const letGo = () => keepAs(false)
  const keeper: Keeper = {
    memory: read(),
    save() {
      try {
        sessionStorage.setItem(key, JSON.stringify(keeper.memory))
      } catch {}
    },
    hold,
    reread() {
      keeper.memory = read()
      hold()
    },
    forget() {
      keeper.memory = {}
      try {
        sessionStorage.removeItem(key)
      } catch {}
    },
    stop() {
      removeEventListener('pagehide', letGo)
      document.removeEventListener('visibilitychange', hold)
      letGo()
    },
  }
  addEventListener('pagehide', letGo)
  document.addEventListener('visibilitychange', hold)
  hold()
  return keeper
}

/** Returns 128 random bits. `crypto.randomUUID` is missing on pages without https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Removes the memory of all widgets of this site in this tab, including those of its other pages. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {}
}
