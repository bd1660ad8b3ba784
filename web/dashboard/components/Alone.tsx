import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Logo } from './Logo.tsx'

/**
 * The card of a page for users who are not signed in.
 * @param title of the window
 */
export function Alone({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · Parley`
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <main class="alone">
      <div class="card stack">
        <div class="brand">
          <Logo /> Parley
        </div>
        {children}
      </div>
    </main>
  )
}
