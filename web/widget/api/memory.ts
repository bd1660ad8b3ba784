import type { Configuration } from './records.ts'

/** What was asked, until it is answered. The key makes asking again safe; `replyId` is there once it was accepted. */
export interface Asked {
  content: string
  key: string
  replyId?: string
}

/** All that is kept of a visitor: for this tab, and only until it is closed. */
export interface Memory {
  token?: string
  /** How long the token lives in all, and when it ends, in ms since 1970. */
  life?: number
  expires?: number
  session?: string
  open?: boolean
  asked?: Asked
  /** 5 or 1, by the reply's id. */
  ratings?: Record<string, number>
  configuration?: Configuration
  /** When it was read, in ms since 1970. */
  configured?: number
  /** A page that is shown works with this memory. */
  held?: boolean
}

const PREFIX = 'parley:'

export interface Keeper {
  memory: Memory
  save(): void
  /** Takes the lock with the first token. */
  hold(): void
  /** Reads what another page of this tab may have written since. */
  reread(): void
  forget(): void
  stop(): void
}

/**
 * In sessionStorage, which each tab has for itself. A tab that is duplicated gets a copy, which its original holds: it
 * starts anew. Where storage is blocked, a page remembers for as long as it lives.
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
    // Nothing to lock, and nowhere to write.
    if (!keeper.memory.token) return
    keeper.memory.held = held
    keeper.save()
  }
  // A browser may end a hidden tab without a word: it is held while it is seen.
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

/** 128 random bits; `crypto.randomUUID` is missing from pages without https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Whatever any widget of this site keeps in this tab, also those of its other pages. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {}
}
