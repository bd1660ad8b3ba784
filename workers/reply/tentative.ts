import type { PlannedCall } from '../models/calls.ts'

/** A model call that is begun before it is known whether its answer is wanted. */
export interface Tentative {
  /** Aborted when the call is given up. */
  signal: AbortSignal
  /** Whether its answer is wanted. Pending: not known yet. */
  isKept: Promise<boolean>
  /** A call that runs meanwhile, for which budgets need room as well. */
  beside: PlannedCall
}

/** Makes a tentative call, and the function that decides whether its answer is wanted. */
export function makeTentative(beside: PlannedCall): Tentative & {
  decide(isKept: boolean): void
} {
  const stop = new AbortController()
  let settle!: (isKept: boolean) => void
  const isKept = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return {
    signal: stop.signal,
    isKept,
    beside,
    decide(wanted) {
      settle(wanted)
      if (!wanted) stop.abort()
    },
  }
}

/**
 * Holds a growing text back until its call is kept, so that no reader sees a text that another one
 * replaces.
 */
export function heldBack(
  show: (text: string) => void,
  isKept: Promise<boolean>,
): (text: string) => void {
  let latest: string | undefined
  let isShown = false
  isKept.then((isWanted) => {
    isShown = isWanted
    if (isWanted && latest !== undefined) show(latest)
  })
  return (text) => {
    latest = text
    if (isShown) show(text)
  }
}
