/** Hints for the page's owner about mistakes that visitors do not see. */
const HINTS: Record<string, string> = {
  origin_not_allowed: `the server does not allow ${location.origin} to use client id`,
  widget_not_configured: 'the server has no WIDGET_TOKEN_KEYS.',
  configuration_missing: 'no widget configuration has this data-config-id.',
  agent_missing: 'no agent is set.',
  invalid_identity: 'the server refuses this identity.',
  client_missing: 'the script tag has no data-client-id.',
}

/** Prints each hint once, and only what the owner can fix. Outages are not logged. The client id follows. */
export function hint(code: string, clientId = ''): void {
  const text = Object.hasOwn(HINTS, code) && HINTS[code]
  if (!text) return
  delete HINTS[code]
  // biome-ignore lint/suspicious/noConsole: owners look in the console when no chat appears
  console.warn(`Parley: ${text}`, clientId)
}
