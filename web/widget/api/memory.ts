import type { Configuration } from './records.ts'

/**
 * A question or a decision without a reply so far. Its key makes it safe to ask again; `replyId` is set once it
 * is accepted.
 */
export interface Asked {
  content: string
  key: string
  replyId?: string
  /** Ids of uploaded files. */
  attachments?: string[]
  /** What the visitor has decided, after which the agent goes on; undefined: it is a question. */
  decides?: Decides
}

/** An answer to what the agent wants to do, in the reply `message_id`. */
export interface Decides {
  message_id: string
  call_id: string
  digest: string
  decision: 'approve' | 'deny'
}

/** A session that the visitor has left, and can go back to. */
export interface Earlier {
  id: string
  /** The beginning of its first question. */
  title: string
  /** When it began, in ms since 1970. */
  at: number
}

/** What the browser stores about a visitor. */
export interface Memory {
  token?: string
  /** The token's whole lifetime in ms, and its end in ms since 1970. */
  life?: number
  expires?: number
  session?: string
  asked?: Asked
  /** Ratings, 5 or 1, by the reply's id. */
  ratings?: Record<string, number>
  /** The first question of the session, and when it was asked. */
  title?: string
  at?: number
  earlier?: Earlier[]
  /** Ids of messages that came while the chat was closed. */
  unread?: string[]
  /** Whether people have the session, so their messages may arrive at any time. */
  isWithPeople?: boolean
  /** The session's events have been read up to this cursor. */
  place?: { session: string; cursor: string }
  /** The address that the visitor has left for an answer. */
  email?: string
  /** The customer for whom the company's server vouches. `identified`: until when (ISO 8601). */
  customer?: string
  identified?: string | null
  /** Whether the page has allowed to keep the memory. */
  isAllowed?: boolean
}

/** What the browser stores about a tab. */
export interface Tab {
  open?: boolean
  configuration?: Configuration
  /** When the configuration was read, in ms since 1970. */
  configured?: number
}

const PREFIX = 'parley:'

export interface Keeper {
  memory: Memory
  tab: Tab
  /** Whether the memory outlives the tab, and all tabs of the site share it. */
  isShared(): boolean
  /** Keeps the memory from now on for all tabs and later visits, or for this tab alone. */
  share(isShared: boolean): void
  save(): void
  /** Reads the memory again, because another page may have changed it. */
  reread(): void
  /** Runs an action while no other tab that shares the memory does. */
  alone(act: () => Promise<void>): Promise<void>
  forget(): void
  /** Lets another page of the tab have the memory. */
  stop(): void
}

interface Kept extends Memory {
  tab?: Tab
  /** Whether a visible page uses this memory. */
  held?: boolean
}

/**
 * Keeps the memory in sessionStorage, which each tab has for itself, or in localStorage, which
 * outlives the tab. A duplicated tab gets a copy of sessionStorage that its original has locked, so
 * it starts empty. Where storage is blocked, the memory ends with the page.
 * @param signal ends the listening to the page
 * @param onChange called after another tab has changed a shared memory
 */
export function makeKeeper(name: string, signal: AbortSignal, onChange: () => void): Keeper {
  const key = PREFIX + name
  const read = (where: 'sessionStorage' | 'localStorage'): Kept | undefined => {
    try {
      return JSON.parse(window[where].getItem(key)!) || undefined
    } catch {
      return undefined
    }
  }
  const put = (where: 'sessionStorage' | 'localStorage', kept?: Kept) => {
    try {
      if (kept) window[where].setItem(key, JSON.stringify(kept))
      else window[where].removeItem(key)
    } catch {}
  }
  const first = read('sessionStorage')
  let isShared = read('localStorage') !== undefined
  const recall = (): Memory => {
    const { tab: _, held, ...memory } = read(isShared ? 'localStorage' : 'sessionStorage') ?? {}
    return held ? {} : memory
  }
  const write = (held: boolean) => {
    const { memory, tab } = keeper
    if (isShared) put('localStorage', memory)
    // Without a token there is nothing to lock.
    put(
      'sessionStorage',
      isShared ? { tab } : { ...memory, tab, held: held && Boolean(memory.token) },
    )
  }
  // A browser may end a hidden tab without an event, so only a visible page holds the lock.
  const save = () => write(document.visibilityState === 'visible')
  const hold = () => keeper.memory.token && !isShared && save()
  const letGo = () => {
    if (keeper.memory.token && !isShared) write(false)
  }
  const onStorage = ({ key: changed, storageArea }: StorageEvent) => {
    if (!isShared || changed !== key || storageArea !== localStorage) return
    keeper.memory = recall()
    onChange()
  }
  const keeper: Keeper = {
    memory: recall(),
    tab: (!first?.held && first?.tab) || {},
    isShared: () => isShared,
    share(next) {
      if (next === isShared) return
      isShared = next
      // This tab keeps its own chat, unless nothing has been said in it.
      if (next && !keeper.memory.session && !keeper.memory.asked)
        Object.assign(keeper.memory, recall())
      if (!next) put('localStorage')
      save()
    },
    save,
    reread() {
      keeper.memory = recall()
      hold()
    },
    alone: (act) =>
      isShared && navigator.locks
        ? navigator.locks.request(key, () => {
            keeper.memory = recall()
            return act()
          })
        : act(),
    forget() {
      keeper.memory = {}
      put('localStorage')
      put('sessionStorage')
    },
    stop: letGo,
  }
  addEventListener('pagehide', letGo, { signal })
  addEventListener('storage', onStorage, { signal })
  document.addEventListener('visibilitychange', hold, { signal })
  hold()
  return keeper
}

/** Returns 128 random bits. `crypto.randomUUID` is missing on pages without https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Removes the memory of all widgets of this site, including those of its other pages. */
export function forgetAll(): void {
  for (const where of ['sessionStorage', 'localStorage'] as const)
    try {
      const storage = window[where]
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    } catch {}
}
