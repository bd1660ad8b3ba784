import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'

/** The Navigation API's event for a step back or forward, in browsers that have it. */
interface Traversal extends Event {
  navigationType: string
  destination: { key: string; url: string }
}
interface Navigation extends EventTarget {
  traverseTo(key: string): void
}

/**
 * Asks before the user leaves a page with unsaved changes: by a link, by Back, or by closing the
 * tab.
 */
export function UnsavedGuard({
  when,
  within,
}: {
  when: boolean
  /**
   * A path whose pages keep the same changes: links to addresses below it are followed without
   * asking.
   */
  within?: string
}) {
  const [leave, setLeave] = useState<() => void>()
  const isFree = useRef(false)
  useEffect(() => {
    if (!when) return
    const isSame = (path: string) =>
      path === location.pathname || (within !== undefined && `${path}/`.startsWith(`${within}/`))
    isFree.current = false
    const ask = (event: Event, go: () => void) => {
      if (isFree.current || !event.cancelable) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => go)
    }
    const close = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault()
    }
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey
      if (!link || isElsewhere || link.target || isSame(link.pathname)) return
      ask(event, () => link.click())
    }
    const navigation = (window as { navigation?: Navigation }).navigation
    const traverse = (event: Event) => {
      const { navigationType, destination } = event as Traversal
      if (navigationType === 'traverse' && !isSame(new URL(destination.url).pathname))
        ask(event, () => navigation!.traverseTo(destination.key))
    }
    addEventListener('beforeunload', close)
    document.addEventListener('click', follow, true)
    navigation?.addEventListener('navigate', traverse)
    return () => {
      removeEventListener('beforeunload', close)
      document.removeEventListener('click', follow, true)
      navigation?.removeEventListener('navigate', traverse)
    }
  }, [when])
  if (!leave) return null
  const goOn = () => {
    isFree.current = true
    setLeave(undefined)
    leave()
  }
  return (
    <Dialog title={t('Leave without saving?')} onClose={() => setLeave(undefined)}>
      <p>{t('Your changes on this page are not saved.')}</p>
      <div class="actions">
        <Button kind="danger" onClick={goOn}>
          {t('Leave without saving')}
        </Button>
        <Button kind="primary" onClick={() => setLeave(undefined)}>
          {t('Keep editing')}
        </Button>
      </div>
    </Dialog>
  )
}
