/** What the page's script tag says. */
export interface Embed {
  /** The script's own address, and so the server's. */
  src: string
  clientId: string
  assistantId: string | undefined
  configId: string | undefined
  instanceId: string
  locale: string | undefined
}

/** Tags of this script on the page, where the one that runs is not told: it is a module, or was put in by another script. */
const allTags = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[src*="widget.js"]')].filter(
    (script) => readEmbed(script) !== undefined,
  )

export function findTags(): HTMLScriptElement[] {
  const current = document.currentScript
  return current instanceof HTMLScriptElement && current.src ? [current] : allTags()
}

/** By `data-client-id` and so on, or where a tag manager drops attributes, by the address: `widget.js?client-id=…`. */
export function readEmbed(script: HTMLScriptElement): Embed | undefined {
  const { src } = script
  const { searchParams } = new URL(src)
  const read = (name: string) =>
    script.getAttribute(`data-${name}`)?.trim() || searchParams.get(name)?.trim() || undefined
  const clientId = read('client-id')
  return clientId === undefined
    ? undefined
    : {
        src,
        clientId,
        assistantId: read('assistant-id'),
        configId: read('config-id'),
        instanceId: read('instance-id') ?? 'default',
        locale: read('locale'),
      }
}
