import { useEffect, useState } from 'preact/hooks'
import type { Configuration, Draft } from '../../components/records/widgets.ts'

/** Unsaved changes by configuration id. They survive a visit to another page. */
const drafts = new Map<string, Draft>()

export const forgetDraft = (id: string) => drafts.delete(id)

const draftOf = ({
  object: _,
  id: __,
  created_at: ___,
  updated_at: ____,
  ...draft
}: Configuration): Draft => draft

const same = (left: Draft, right: Draft) => JSON.stringify(left) === JSON.stringify(right)

/**
 * Keeps the draft of a configuration. The browser asks before a tab with unsaved changes closes.
 */
export function useDraft(saved: Configuration) {
  const { id } = saved
  const [draft, setDraft] = useState(() => drafts.get(id) ?? draftOf(saved))
  const isChanged = !same(draft, draftOf(saved))
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  return {
    draft,
    isChanged,
    change(changes: Partial<Draft>) {
      const next = { ...draft, ...changes }
      drafts.set(id, next)
      setDraft(next)
    },
    revert() {
      drafts.delete(id)
      setDraft(draftOf(saved))
    },
  }
}
