import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { hideOverlay, type Overlay, showOverlay, useOverlay } from '../components/overlay.ts'
import { useUser } from '../components/session.tsx'
import { areOn, isMac, SECTION_KEYS, takesKeys } from '../components/shortcuts.ts'
import { showToast } from '../components/Toasts.tsx'
import { loadTexts, t } from '../lib/texts.tsx'
import { sectionsFor } from '../sections.ts'
import { follow } from './follow.ts'

/** Milliseconds in which a letter must follow `g`. */
const SEQUENCE_MS = 1_500
/**
 * The time of `g` before it was pressed. Event times count from the page's load, so 0 would mean
 * that `g` was pressed then.
 */
const NEVER = Number.NEGATIVE_INFINITY

const LOADERS: Readonly<Record<Overlay, () => Promise<ComponentType>>> = {
  palette: () => import('./Palette.tsx').then(({ Palette }) => Palette),
  shortcuts: () => import('./ShortcutList.tsx').then(({ ShortcutList }) => ShortcutList),
}
const loaded: Partial<Record<Overlay, ComponentType>> = {}

/**
 * Handles the shortcuts that work everywhere, and shows their overlays, which load when they are
 * first opened.
 */
export function Keys() {
  const [, navigate] = useLocation()
  const overlay = useOverlay()
  const [, setLoads] = useState(0)
  const { role } = useUser()
  const began = useRef(NEVER)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      // Once the session has ended, the page is hidden behind the sign-in.
      if (!document.getElementById('main')?.checkVisibility()) return
      const isModified = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      const key = event.key.toLowerCase()
      const isBusy = document.querySelector('dialog:modal') !== null
      if (isModified && key === 'k' && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        if (!isBusy) showOverlay('palette')
        return
      }
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isBusy ||
        !areOn() ||
        takesKeys(event.target)
      )
        return
      const isSecond = event.timeStamp - began.current < SEQUENCE_MS
      began.current = NEVER
      const path = sectionsFor(role)
        .flatMap(({ sections }) => sections)
        .find(({ path }) => SECTION_KEYS[path] === key)?.path
      if (isSecond && path) {
        event.preventDefault()
        follow(path, navigate)
      } else if (key === 'g') began.current = event.timeStamp
      else if (event.key === '?') {
        event.preventDefault()
        showOverlay('shortcuts')
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, role])
  useEffect(() => {
    if (!overlay || loaded[overlay]) return
    // On the first page, the texts of the other pages are not loaded yet.
    Promise.all([LOADERS[overlay](), loadTexts()]).then(
      ([component]) => {
        loaded[overlay] = component
        setLoads((count) => count + 1)
      },
      () => {
        hideOverlay()
        showToast(t('This could not be loaded. Try again when you are online.'))
      },
    )
  }, [overlay])
  useEffect(() => () => hideOverlay(), [])
  const Shown = overlay && loaded[overlay]
  return Shown ? <Shown /> : null
}
