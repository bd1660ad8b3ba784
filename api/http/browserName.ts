import Bowser from 'bowser'

/** Returns `Firefox on Linux`, for example, from a `User-Agent`; null if it names neither. */
export function browserName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
