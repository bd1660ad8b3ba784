import { AppError } from '../../shared/lib/errors.ts'

/** The largest body, in bytes. Memory holds it until it is stored, for a moment twice. */
const LARGEST = 21 * 1024 * 1024
const MAX_OF_ORGANIZATION = 2 * LARGEST
const MAX_OF_ALL = 4 * LARGEST

const heldBy = new Map<string, number>()
let heldByAll = 0

/** One upload's share of the memory that the process has for all uploads. */
export interface UploadCapacity {
  /**
   * Counts bytes as they arrive, so that a slow upload takes hardly any capacity from others.
   * @throws AppError unavailable: all uploads, or those of the organization, hold too much
   */
  take(bytes: number): void
  /** Frees the whole share. */
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
