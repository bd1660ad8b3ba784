import { LogOut, Menu } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { Button } from './components/Button.tsx'
import { Logo } from './components/Logo.tsx'
import { ROLE_NAMES } from './roles.ts'
import { OWN_ACCOUNT, SECTIONS, type Section } from './routes.ts'
import { signOut, useUser } from './session.tsx'
import { keepTheme, readTheme, THEMES, type Theme } from './theme.ts'

const THEME_NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

const isOpen = ({ path }: Section, at: string) =>
  path === '/' ? at === '/' : at === path || at.startsWith(`${path}/`)

/** Links to the sections, and the user's menu. */
function Side() {
  const [at] = useLocation()
  const user = useUser()
  const [theme, setTheme] = useState(readTheme)
  const [busy, setBusy] = useState(false)
  const choose = (chosen: Theme) => {
    keepTheme(chosen)
    setTheme(chosen)
  }
  const leave = () => {
    setBusy(true)
    signOut().catch(() => setBusy(false))
  }
  return (
    <aside class="side" aria-label="Parley">
      <Link href="/" class="brand">
        <Logo /> Parley
      </Link>
      <nav class="nav" aria-label="Dashboard">
        {SECTIONS.map(({ group, sections }) => (
          <div key={group}>
            <h2>{group}</h2>
            {sections.map((section) => {
              const { path, name, icon: Icon } = section
              return (
                <Link key={path} href={path} aria-current={isOpen(section, at) ? 'page' : undefined}>
                  <Icon size={18} aria-hidden="true" />
                  {name}
                </Link>
              )
            })}
          </div>
        ))}
      </nav>
      <div class="who stack">
        <div>
          <Link href={OWN_ACCOUNT.path} aria-current={isOpen(OWN_ACCOUNT, at) ? 'page' : undefined}>
            {user.email}
          </Link>
          <div class="small muted">{ROLE_NAMES[user.role]}</div>
        </div>
        <div class="row spread">
          <label class="row small muted">
            Theme
            <select
              class="input"
              style={{ width: 'auto', minHeight: '30px', padding: '2px 6px' }}
              value={theme}
              onChange={({ currentTarget }) => choose(currentTarget.value as Theme)}
            >
              {THEMES.map((one) => (
                <option key={one} value={one}>
                  {THEME_NAMES[one]}
                </option>
              ))}
            </select>
          </label>
          <Button kind="quiet" icon={LogOut} label="Log out" busy={busy} onClick={leave} />
        </div>
      </div>
    </aside>
  )
}

/** The navigation: beside the page, or in a drawer on narrow screens. */
export function Navigation() {
  const [at] = useLocation()
  const [isDrawn, setDrawn] = useState(false)
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => setDrawn(false), [at])
  useEffect(() => {
    if (isDrawn) drawer.current?.showModal()
  }, [isDrawn])
  return (
    <>
      <Side />
      <header class="topbar">
        <Link href="/" class="brand">
          <Logo /> Parley
        </Link>
        <Button kind="quiet" icon={Menu} label="Menu" onClick={() => setDrawn(true)} />
      </header>
      {isDrawn && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
        <dialog
          ref={drawer}
          class="drawer"
          aria-label="Menu"
          onClose={() => setDrawn(false)}
          onClick={({ target }) => target === drawer.current && setDrawn(false)}
        >
          <Side />
        </dialog>
      )}
    </>
  )
}
