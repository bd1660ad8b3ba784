/**
 * Parses a URL; undefined: the text is not a URL. `URL.canParse` of Node 20 rejects valid addresses
 * with letters such as `ü` once V8 has optimized its caller, and `URL.parse` came with Node 22.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
