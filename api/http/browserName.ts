import Bowser from 'bowser'

/** `Firefox on Linux`, from a `User-Agent`; null where it tells nothing. */
export function browserName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
