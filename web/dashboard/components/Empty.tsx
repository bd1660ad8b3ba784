import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'

/** Replaces an empty list: says what the list is for, and what to do next. */
export function Empty({
  icon: Icon,
  title,
  children,
  actions,
}: {
  icon: LucideIcon
  title: string
  children: ComponentChildren
  actions?: ComponentChildren
}) {
  return (
    <div class="card empty">
      <Icon size={32} aria-hidden="true" />
      <h2>{title}</h2>
      <p>{children}</p>
      {actions && <div class="row">{actions}</div>}
    </div>
  )
}
