/** The most streams of one organization in a process. */
const MAX_OF_ORGANIZATION = 100

/** Followers by organization, or by another key, up to a limit. */
export interface Followers<Follower> {
  /**
   * @returns a function that removes the follower; undefined if there are too many, or the process
   *   stops
   */
  add(organizationId: string, follower: Follower): (() => void) | undefined
  of(organizationId: string): readonly Follower[]
  all(): readonly Follower[]
  /** The organizations that have followers. */
  keys(): string[]
  /** How many followers the organization has in this process. */
  size(organizationId: string): number
  /** How many followers there are in this process. */
  total(): number
  /** The most followers of all organizations together. */
  readonly limit: number
  /** Closes all followers, and accepts no more. */
  close(): void
}

/**
 * Makes an empty set of followers.
 * @param most of all organizations together
 * @param mostOfOne of one organization
 */
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
      for (const follower of all()) follower.onClose()
    },
  }
}
