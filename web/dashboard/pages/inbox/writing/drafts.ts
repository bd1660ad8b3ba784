import { useState } from 'preact/hooks'

/**
 * Keeps a user's draft for a thread. It is kept in the tab, so that it survives a reload and a look
 * at another thread.
 */
export function useDraft(of: string): [string, (text: string) => void] {
  const keptAt = `parley-draft:${of}`
  const [typed, setTyped] = useState<{ at: string; text: string }>()
  const text = typed?.at === keptAt ? typed.text : read(keptAt)
  const change = (next: string) => {
    setTyped({ at: keptAt, text: next })
    try {
      if (next) sessionStorage.setItem(keptAt, next)
      else sessionStorage.removeItem(keptAt)
    } catch {
      // Storage is blocked or full, so the draft is kept only while the thread is open.
    }
  }
  return [text, change]
}

function read(keptAt: string): string {
  try {
    return sessionStorage.getItem(keptAt) ?? ''
  } catch {
    return ''
  }
}
