/**
 * Rewrites the lines of a stream. Reads the bytes as Latin-1, so that they stay unchanged even
 * where a piece splits a character. An unfinished line is held back until it ends; `httpExchange`
 * limits its length.
 * @param rewrite returns the line to send in place of the one that came
 */
export async function* rewritingLines(
  pieces: AsyncIterable<Uint8Array>,
  rewrite: (line: string) => string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let unfinished = ''
  for await (const piece of pieces) {
    const lines = `${unfinished}${Buffer.from(piece).toString('latin1')}`.split('\n')
    unfinished = lines.pop()!
    if (lines.length) yield Buffer.from(`${lines.map(rewrite).join('\n')}\n`, 'latin1')
  }
  if (unfinished) yield Buffer.from(rewrite(unfinished), 'latin1')
}

/** Passes a stream on unchanged, and calls `onLine` for each of its lines. */
export async function* readingLines(
  pieces: AsyncIterable<Uint8Array>,
  onLine: (line: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let unfinished = ''
  for await (const piece of pieces) {
    const lines = `${unfinished}${Buffer.from(piece).toString('latin1')}`.split(/[\r\n]/)
    unfinished = lines.pop()!
    lines.forEach(onLine)
    yield piece
  }
  onLine(unfinished)
}
