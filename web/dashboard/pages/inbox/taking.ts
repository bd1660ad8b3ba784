import { useEffect, useRef, useState } from 'preact/hooks'
import { useUser } from '../../components/session.tsx'
import {
  assign,
  type Handoff,
  type Place,
  renew,
  takeFrom,
  takeOver,
  useNames,
} from '../../components/threads/cases.ts'
import { ApiError } from '../../lib/api.ts'

/** The assignment of a case, and the ways to take it. */
export interface TakeState {
  state: 'agent' | 'nobody' | 'mine' | 'other'
  /** The colleague who has the case. */
  assignee: string | undefined
  isBusy: boolean
  /** The colleague who has taken it first. */
  conflict: string | undefined
  error: unknown
  take: () => void
  release: () => void
}

/** @param onTaken called when the case is assigned to the user, also by a reply to the customer */
export function useTaking(place: Place, handoff: Handoff | null, onTaken: () => void): TakeState {
  const me = useUser()
  const nameOf = useNames()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ conflict?: string; error?: unknown }>({})
  const owner = handoff?.assignee_id
  const state = !handoff ? 'agent' : !owner ? 'nobody' : owner === me.id ? 'mine' : 'other'
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== 'mine' && state === 'mine') onTaken()
    before.current = state
  }, [state])
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setFailed({})
    try {
      await action()
    } catch (error) {
      const { assigneeId } = error instanceof ApiError ? error : {}
      setFailed(assigneeId ? { conflict: nameOf(assigneeId) } : { error })
    }
    await renew(place).catch(() => undefined)
    setBusy(false)
  }
  const TAKE = {
    agent: () => takeOver(place, me.id),
    nobody: () => assign(place, me.id),
    other: () => takeFrom(place, me.id),
    mine: async () => undefined,
  }
  return {
    state,
    isBusy,
    assignee: owner ? nameOf(owner) : undefined,
    conflict: failed.conflict,
    error: failed.error,
    take: () => run(TAKE[state]),
    release: () => run(() => assign(place, null)),
  }
}
