/** The settings in the page's script tag. */
export interface Embed {
  /** The script's own address, which is also the server's. */
  src: string
  clientId: string
  assistantId: string | undefined
  configId: string | undefined
  instanceId: string
  locale: string | undefined
  /** Whether the chat outlives the tab. */
  remember: boolean
  /** Whether visitors can ask for a person. */
  people: boolean
}

/**
 * Finds all tags of this script on the page. Modules and inserted scripts do not know their own
 * tag.
 */
const allTags = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[src*="widget.js"]')].filter(
    (script) => readEmbed(script) !== undefined,
  )

export function findTags(): HTMLScriptElement[] {
  const current = document.currentScript
  return current instanceof HTMLScriptElement && current.src ? [current] : allTags()
}

/**
 * Reads `data-client-id` and so on, or the query in the address (`widget.js?client-id=…`), because
 * some tag managers drop attributes.
 */
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
        remember: read('remember') === 'true',
        people: read('people') === 'true',
      }
}
