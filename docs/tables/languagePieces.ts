/** The data of `eld`: each piece of a word has the scores of its languages, by their numbers. */
interface EldData {
  type: string
  languages: Record<string, string>
  ngrams: Record<string, Record<string, number>>
}

// The files themselves, because the package exports only its detector.
const read = (path: string) =>
  import(new URL(`../../node_modules/eld/src/${path}`, import.meta.url).href)
const { ngramsData: data } = (await read('ngrams/extrasmall.js')) as { ngramsData: EldData }
const { dictionary } = (await read('dictionary.js')) as { dictionary: readonly string[] }

/** `eld` writes each byte past ASCII as a character of its own, and no such character is free. */
const byteOf = new Map(dictionary.flatMap((char, byte) => (byte < 128 ? [] : [[char, byte]])))
const IN_ASCII = /^[ a-z'`]$/

/**
 * Makes the table that `shared/lib/text/languagePieces.ts` reads from the smallest data of `eld`:
 * the pieces in the order of their bytes, each as the number of bytes that it shares with the one
 * before it and of further bytes (together in a byte), the number of its languages, the further
 * bytes, and the number and the score of each language.
 */
export function languagePieces(): string {
  const pieces = Object.entries(data.ngrams)
    .map(([piece, scores]) => ({ bytes: bytesOf(piece), scores: Object.entries(scores) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  const made: number[] = []
  let last = Buffer.alloc(0)
  for (const { bytes, scores } of pieces) {
    const shared = sharedStart(last, bytes)
    made.push(shared * 8 + bytes.length - shared, scores.length, ...bytes.subarray(shared))
    for (const [language, score] of scores) made.push(Number(language), score)
    last = bytes
  }
  const table = {
    source: `eld, ${data.type}: Copyright 2023 Nito T.M., Apache License 2.0, in another form`,
    languages: Object.values(data.languages),
    pieces: Buffer.from(made).toString('base64'),
  }
  return `${JSON.stringify(table, null, 2)}\n`
}

const bytesOf = (piece: string) =>
  Buffer.from(
    Array.from(piece, (char) => (IN_ASCII.test(char) ? char.charCodeAt(0) : byteOf.get(char)!)),
  )

function sharedStart(a: Buffer, b: Buffer): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}
