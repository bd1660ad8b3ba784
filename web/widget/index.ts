import { forgetAll } from './api/memory.ts'
import { findTags, readEmbed } from './embed.ts'
import { hint } from './hints.ts'
import { mount, type Widget } from './widget.ts'

const MOUNT: unique symbol = Symbol.for('parley.mount')
const CALLS = [
  'open',
  'close',
  'toggle',
  'send',
  'on',
  'off',
  'identify',
  'remember',
  'setLocale',
] as const

type Calls = Omit<Widget, 'instanceId' | 'listeners'>

/**
 * The API for the page: `Parley.open()`, or with several widgets `Parley.instance('two').open()`.
 */
interface ParleyApi extends Calls {
  /**
   * Returns the widget with this `data-instance-id`. If the page has none, its calls do nothing.
   */
  instance(id: string): Calls
  /** Mounts a tag. Later runs of this script find it here. */
  [MOUNT]: (tag: HTMLScriptElement) => void
}

declare global {
  interface Window {
    Parley?: ParleyApi
  }
}

/**
 * Mounts a widget for each tag. The script may run once per tag; the first run provides the API for
 * all.
 */
function start(): void {
  // An element with the id `Parley` would also be found as `window.Parley`.
  const known = Object.hasOwn(window, 'Parley') ? window.Parley : undefined
  const mountTag = known?.[MOUNT] ?? makePage(known === undefined)
  for (const tag of findTags()) mountTag(tag)
}

function makePage(isFree: boolean) {
  const widgets: Widget[] = []
  const tags = new Set<HTMLScriptElement>()
  let isRenewing = false
  /** Calls the widget with this id, or else the first widget. */
  const handle = (id?: string) =>
    Object.fromEntries(
      CALLS.map((name) => [
        name,
        (...given: unknown[]) => {
          const widget = widgets.find(({ instanceId }) => id === undefined || instanceId === id)
          return widget && Reflect.apply(widget[name], widget, given)
        },
      ]),
    ) as Pick<Calls, (typeof CALLS)[number]>
  const each = (act: (widget: Widget) => void, id?: string) => {
    for (const widget of [...widgets]) if (id === undefined || widget.instanceId === id) act(widget)
  }
  const tabs = openChannel()
  const logoutHere = () => {
    for (const widget of widgets) widget.logout()
    forgetAll()
  }
  // Signing out in one tab signs out in all.
  if (tabs) tabs.onmessage = ({ data }) => data === 'logout' && logoutHere()
  const logout = (id?: string) => {
    if (id !== undefined) return each((widget) => widget.logout(), id)
    logoutHere()
    tabs?.postMessage('logout')
  }
  const whole = (id?: string) => ({
    ...handle(id),
    logout: () => logout(id),
    destroy: () => each((widget) => widget.destroy(), id),
  })
  const mountTag = (tag: HTMLScriptElement) => {
    const embed = readEmbed(tag)
    if (!embed) return hint('client_missing')
    if (widgets.some(({ instanceId }) => instanceId === embed.instanceId)) return
    const onDestroy = () => {
      widgets.splice(widgets.indexOf(widget), 1)
      tags.delete(tag)
    }
    const widget: Widget = mount({ embed, index: widgets.length, onDestroy, renew })
    widgets.push(widget)
    tags.add(tag)
  }

  /**
   * Replaces this script by the server's current version, so that its chat can be loaded. The page
   * keeps its listeners. If that fails, this version is restored.
   */
  async function renew(): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    const mounted = [...tags]
    const kept = widgets.map(({ instanceId, listeners }) => ({
      instanceId,
      listeners: new Map(listeners),
    }))
    const src = new URL(mounted[0]!.src)
    src.searchParams.set('now', String(Date.now()))
    each((widget) => widget.destroy())
    if (isFree) Reflect.deleteProperty(window, 'Parley')
    try {
      await import(/* @vite-ignore */ src.href)
    } catch {
      if (isFree) publish()
      mounted.forEach(mountTag)
    }
    isRenewing = false
    for (const { instanceId, listeners } of kept) {
      const heir = window.Parley?.instance?.(instanceId)
      for (const [name, all] of listeners)
        for (const listener of all) heir?.on(name, listener as () => void)
      heir?.open()
    }
  }
  const publish = () =>
    Object.defineProperty(window, 'Parley', {
      value: Object.freeze({ ...whole(), instance: whole, [MOUNT]: mountTag }),
      configurable: true,
      writable: true,
    })
  if (isFree) publish()
  return mountTag
}

/** Opens a channel between the tabs of a site. A sandboxed page has none. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('parley')
  } catch {
    return undefined
  }
}

// The newest features that the widget needs. Older browsers show no chat, and no error either.
if ('adoptedStyleSheets' in document && 'hasOwn' in Object) start()
