import type { StoredMark } from '../../shared/chat/storedMark.ts'
import type { CitedClaim } from './citations.ts'

/** The most marks that are stored with a reply. */
const MAX_MARKS = 100

/**
 * Finds where a reply's marks stood: each behind the claim that it is for. A claim whose text was
 * changed since, such as by the removal of a link, is looked for by its last line; if that was
 * changed, too, the mark is left out.
 * @param content the reply as it is stored
 * @param claims in their order
 */
export function storedMarks(content: string, claims: readonly CitedClaim[]): StoredMark[] {
  const marks: StoredMark[] = []
  let from = 0
  for (const { claim, sources } of claims.slice(0, MAX_MARKS)) {
    const end = endOf(claim, content, from)
    if (end < 0) continue
    from = end
    for (const { chunk_id } of sources) marks.push([end, chunk_id])
  }
  return marks.slice(0, MAX_MARKS)
}

/** Returns the place behind a claim; -1: the content lacks it from there on. */
function endOf(claim: string, content: string, from: number): number {
  for (const text of [claim, claim.slice(claim.lastIndexOf('\n') + 1)]) {
    const at = text ? content.indexOf(text, from) : -1
    if (at >= 0) return at + text.length
  }
  return -1
}
