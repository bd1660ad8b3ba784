import { ChevronUp, LogOut, Menu, Search } from 'lucide-preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { Button } from '../components/Button.tsx'
import { Logo } from '../components/Logo.tsx'
import { showOverlay } from '../components/overlay.ts'
import { signOut, useUser } from '../components/session.tsx'
import { PALETTE_KEYS } from '../components/shortcuts.ts'
import { InboxBadge, useInboxAlerts } from '../inbox/counts.tsx'
import { ROLE_NAMES } from '../lib/roles.ts'
import { t } from '../lib/texts.tsx'
import { keepTheme, readTheme, THEMES, type Theme } from '../lib/theme.ts'
import { isAt, OWN_ACCOUNT, sectionsFor } from '../sections.ts'
import { AlertBadge } from './AlertBadge.tsx'

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: t('System'),
  light: t('Light'),
  dark: t('Dark'),
}

/**
 * Moves the focus by the arrow keys, Home and End. The side bar is a single stop of the Tab key, so
 * the first row of a page is a few Tabs away, not dozens.
 * @returns the stop that now has the focus
 */
function moveByKeys(event: KeyboardEvent): string | undefined {
  const side = event.currentTarget as HTMLElement
  const stops = [...side.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return undefined
  const last = stops.length - 1
  const to = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  }[event.key]
  if (to === undefined) return undefined
  event.preventDefault()
  stops[to]!.focus()
  return stops[to]!.dataset.stop
}

/** Links to the sections, and the user's menu. */
function Side() {
  const [at] = useLocation()
  const user = useUser()
  const id = useId()
  const groups = sectionsFor(user.role)
  const current = groups
    .flatMap(({ sections }) => sections)
    .find((section) => isAt(section, at))?.path
  const [moved, setMoved] = useState<string>()
  useEffect(() => setMoved(undefined), [at])
  /**
   * The stop of the Tab key: the link that the arrow keys have reached, or else the open section.
   */
  const stop = (name: string) => ({
    'data-stop': name,
    tabIndex: name === (moved ?? current ?? 'search') ? 0 : -1,
  })
  const move = (event: KeyboardEvent) => {
    const to = moveByKeys(event)
    if (to) setMoved(to)
  }
  return (
    <aside class="side" aria-label="Parley" onKeyDown={move}>
      <Link href="/" class="brand" {...stop('brand')}>
        <Logo /> Parley
      </Link>
      <button
        type="button"
        class="side-search"
        aria-haspopup="dialog"
        {...stop('search')}
        onClick={() => showOverlay('palette')}
      >
        <Search size={16} aria-hidden="true" />
        {t('Search')}
        <kbd>{PALETTE_KEYS[0]}</kbd>
      </button>
      <nav class="nav" aria-label={t('Dashboard')}>
        {groups.map(({ group, sections }, index) => (
          <div key={group}>
            <div class="nav-group" id={`${id}-${index}`}>
              {group}
            </div>
            <ul aria-labelledby={`${id}-${index}`}>
              {sections.map((section) => {
                const { path, name, icon: Icon } = section
                return (
                  <li key={path}>
                    <Link
                      href={path}
                      aria-current={path === current ? 'page' : undefined}
                      {...stop(path)}
                    >
                      <Icon size={18} aria-hidden="true" />
                      {name}
                      {path === '/' && <AlertBadge />}
                      {path === '/inbox' && <InboxBadge />}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </nav>
      <div class="who">
        <UserMenu email={user.email} role={ROLE_NAMES[user.role]} stop={stop('user')} />
      </div>
    </aside>
  )
}

/** The user's account, theme and sign-out, behind a button. */
function UserMenu({
  email,
  role,
  stop,
}: {
  email: string
  role: string
  stop: { 'data-stop': string; tabIndex: number }
}) {
  const [at] = useLocation()
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [theme, setTheme] = useState(readTheme)
  const [busy, setBusy] = useState(false)
  useEffect(() => setShown(false), [at])
  const choose = (chosen: Theme) => {
    keepTheme(chosen)
    setTheme(chosen)
  }
  const leave = () => {
    setBusy(true)
    signOut().catch(() => setBusy(false))
  }
  return (
    <>
      {isShown && (
        <div class="stack user-menu" id={id}>
          <Link href={OWN_ACCOUNT.path} aria-current={isAt(OWN_ACCOUNT, at) ? 'page' : undefined}>
            {OWN_ACCOUNT.name}
          </Link>
          <label class="row spread small muted">
            {t('Theme')}
            <select
              class="input"
              value={theme}
              onChange={({ currentTarget }) => choose(currentTarget.value as Theme)}
            >
              {THEMES.map((name) => (
                <option key={name} value={name}>
                  {THEME_NAMES[name]}
                </option>
              ))}
            </select>
          </label>
          <Button icon={LogOut} busy={busy} onClick={leave}>
            {t('Sign out')}
          </Button>
        </div>
      )}
      <button
        type="button"
        class="user-button"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        {...stop}
        onClick={() => setShown(!isShown)}
      >
        <span class="user-name">
          <span class="user-email">{email}</span>
          <span class="small muted">{role}</span>
        </span>
        <ChevronUp size={16} aria-hidden="true" />
      </button>
    </>
  )
}

/** The navigation: beside the page, or in a drawer on narrow screens. */
export function Navigation() {
  const [at] = useLocation()
  const [isDrawn, setDrawn] = useState(false)
  const drawer = useRef<HTMLDialogElement>(null)
  useInboxAlerts()
  useEffect(() => setDrawn(false), [at])
  useEffect(() => {
    if (isDrawn) drawer.current?.showModal()
  }, [isDrawn])
  const search = () => {
    drawer.current?.close()
    showOverlay('palette')
  }
  return (
    <>
      <Side />
      <header class="topbar">
        <Link href="/" class="brand">
          <Logo /> Parley
        </Link>
        <div class="row">
          <Button kind="quiet" icon={Search} label={t('Search')} onClick={search} />
          <span class="menu-button">
            <Button kind="quiet" icon={Menu} label={t('Menu')} onClick={() => setDrawn(true)} />
            <InboxBadge />
          </span>
        </div>
      </header>
      {isDrawn && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
        <dialog
          ref={drawer}
          class="menu-drawer"
          aria-label={t('Menu')}
          onClose={() => setDrawn(false)}
          onClick={({ target }) => target === drawer.current && setDrawn(false)}
        >
          <Side />
        </dialog>
      )}
    </>
  )
}
