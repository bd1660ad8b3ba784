/** The most bytes of a sample. More bytes do not improve a guess. */
export const MAX_SAMPLE = 64 * 1024
/** The most bytes of a word that are taken before and behind its bytes beyond ASCII. */
const MAX_AROUND = 60
const NEWLINE = 0x0a

/**
 * Returns the parts of a text of unknown encoding from which the encoding can be seen, wherever
 * they stand: the lines, or only the words, that have bytes beyond ASCII. The rest is alike in all
 * encodings, and drowns a few names in a long table of numbers.
 */
export function sampleOf(bytes: Buffer, unit: 'lines' | 'words'): Buffer {
  const isEnd = unit === 'lines' ? isLineEnd : isWordEnd
  const most = unit === 'lines' ? MAX_SAMPLE : MAX_AROUND
  const parts: Buffer[] = []
  let taken = 0
  let at = 0
  while (taken < MAX_SAMPLE) {
    const found = nextBeyond(bytes, at)
    if (found === -1) break
    let start = found
    while (start > Math.max(at, found - most) && !isEnd(bytes[start - 1]!)) start--
    let end = found
    for (let last = found; end < bytes.length && end - last < most; end++) {
      if (isEnd(bytes[end]!)) break
      if (bytes[end]! > 0x7f) last = end
      if (end - start >= MAX_SAMPLE) break
    }
    parts.push(bytes.subarray(start, end), Buffer.of(NEWLINE))
    taken += end - start + 1
    at = end
  }
  return Buffer.concat(parts).subarray(0, MAX_SAMPLE)
}

const isLineEnd = (byte: number) => byte === NEWLINE || byte === 0x0d
/** No multi-byte encoding has a blank or one of these signs as the second byte of a character. */
const isWordEnd = (byte: number) => byte <= 0x2f || byte === 0x3a || byte === 0x3b

function nextBeyond(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at]! > 0x7f) return at
  return -1
}
