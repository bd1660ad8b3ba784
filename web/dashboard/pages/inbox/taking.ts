import { useState } from 'preact/hooks'
import { useNames } from '../../components/people/colleagues.ts'
import { useUser } from '../../components/session.tsx'
import {
  assign,
  type Handoff,
  type Place,
  renew,
  takeFrom,
  takeOver,
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

/** @param handoff the present handoff; null: the agent has the conversation */
export function useTaking(place: Place, handoff: Handoff | null): TakeState {
  const me = useUser()
  const nameOf = useNames()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ colleagueId?: string; error?: unknown }>({})
  const owner = handoff?.assignee_id
  const state = !handoff ? 'agent' : !owner ? 'nobody' : owner === me.id ? 'mine' : 'other'
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setFailed({})
    try {
      await action()
    } catch (error) {
      const { assigneeId } = error instanceof ApiError ? error : {}
      setFailed(assigneeId ? { colleagueId: assigneeId } : { error })
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
    conflict: failed.colleagueId && nameOf(failed.colleagueId),
    error: failed.error,
    take: () => run(TAKE[state]),
    release: () => run(() => assign(place, null)),
  }
}
