import { Link, useLocation } from 'wouter-preact'

/** Tabs, each with its own address. */
export function Tabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly (readonly [string, string])[]
}) {
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
