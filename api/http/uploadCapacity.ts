import { AppError } from '../../shared/errors.ts'

/** The largest body, in bytes. Each is held in memory until it is stored, for a moment twice. */
const LARGEST = 21 * 1024 * 1024
const MAX_OF_ORGANIZATION = 2 * LARGEST
const MAX_OF_ALL = 4 * LARGEST

const heldBy = new Map<string, number>()
let heldByAll = 0

/** What one upload holds of the memory that this process has for all of them. */
export interface UploadCapacity {
  /**
   * Counts bytes as they come in: a body that trickles keeps hardly any room from others.
   * @throws AppError unavailable: all uploads, or the organization's, hold too much
   */
  take(bytes: number): void
  /** Gives all of it back. */
  release(): void
}

export function makeUploadCapacity(organizationId: string): UploadCapacity {
  let own = 0
  return {
    take(bytes) {
      const ofOrganization = (heldBy.get(organizationId) ?? 0) + bytes
      if (ofOrganization > MAX_OF_ORGANIZATION || heldByAll + bytes > MAX_OF_ALL)
        throw new AppError('unavailable', 'Too many files come in at this moment. Try again.', {
          retryAfter: 5,
        })
      own += bytes
      heldByAll += bytes
      heldBy.set(organizationId, ofOrganization)
    },
    release() {
      const left = (heldBy.get(organizationId) ?? 0) - own
      if (left > 0) heldBy.set(organizationId, left)
      else heldBy.delete(organizationId)
      heldByAll -= own
      own = 0
    },
  }
}
