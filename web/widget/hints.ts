/** Hints for the page's owner about mistakes that visitors do not see. */
const HINTS: Record<string, (clientId: string) => string> = {
  origin_not_allowed: (clientId) =>
    `the server does not allow ${location.origin} to use client id ${clientId}.`,
  widget_not_configured: () => 'the server has no WIDGET_TOKEN_KEYS.',
  configuration_missing: () => 'there is no widget configuration with this data-config-id.',
  agent_missing: () => 'no agent is set.',
  invalid_identity: () => 'the server refuses this identity.',
  client_missing: () => 'the script tag has no data-client-id.',
}

const given = new Set<string>()

/** Prints each hint once, and only mistakes that the owner can fix. Outages are not logged. */
export function hint(code: string, clientId = ''): void {
  const text = Object.hasOwn(HINTS, code) && HINTS[code]!(clientId)
  if (!text || given.has(text)) return
  given.add(text)
  // biome-ignore lint/suspicious/noConsole: owners look in the console when no chat appears
  console.warn(`Parley: ${text}`)
}
