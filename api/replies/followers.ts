/** Most streams of one organization that a process holds. */
const MAX_OF_ORGANIZATION = 100

/** Those who follow something of their organizations, or of other keys, and how many may. */
export interface Followers<Follower> {
  /**
   * @returns a function that takes the follower out again; undefined: there are too many, or the
   *   process stops
   */
  add(organizationId: string, follower: Follower): (() => void) | undefined
  of(organizationId: string): readonly Follower[]
  all(): readonly Follower[]
  /** The organizations that somebody follows. */
  keys(): string[]
  /** How many the organization has in this process. */
  size(organizationId: string): number
  /** How many there are in this process. */
  total(): number
  /** How many it may have. */
  readonly limit: number
  /** Ends them all, and takes no more. */
  close(): void
}

/** @param most of all organizations together @param mostOfOne of one organization */
export function makeFollowers<Follower extends { onClose(): void }>(
  most: number,
  mostOfOne = MAX_OF_ORGANIZATION,
): Followers<Follower> {
  const followed = new Map<string, Set<Follower>>()
  let size = 0
  let closed = false
  const all = () => [...followed.values()].flatMap((some) => [...some])

  return {
    add(organizationId, follower) {
      const some = followed.get(organizationId) ?? new Set()
      if (closed || size >= most || some.size >= mostOfOne) return undefined
      followed.set(organizationId, some.add(follower))
      size++
      return () => {
        if (!some.delete(follower)) return
        size--
        if (some.size === 0 && followed.get(organizationId) === some)
          followed.delete(organizationId)
      }
    },
    of: (organizationId) => [...(followed.get(organizationId) ?? [])],
    all,
    keys: () => [...followed.keys()],
    total: () => size,
    size: (organizationId) => followed.get(organizationId)?.size ?? 0,
    limit: mostOfOne,
    close() {
      closed = true
      for (const one of all()) one.onClose()
    },
  }
}
