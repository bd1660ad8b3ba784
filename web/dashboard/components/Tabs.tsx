import { Link, useLocation } from 'wouter-preact'

/** Pages beside each other, each with an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly (readonly [string, string])[] }) {
  const [path] = useLocation()
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([to, name]) => (
        <Link key={to} href={to} aria-current={path === to.split('?')[0] ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
