import type { LucideIcon } from 'lucide-preact'
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Spinner } from './Loading.tsx'

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet'

interface Look {
  kind?: ButtonKind
  icon?: LucideIcon
  /** The name for screen readers, if the button shows only an icon. */
  label?: string
  children?: ComponentChildren
}

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'label' | 'kind'> & {
    /** While true, the button shows a spinner and cannot be pressed. */
    busy?: boolean
  }

const classOf = ({ kind = 'plain', label, children }: Look) =>
  `button ${kind}${label && !children ? ' icon-only' : ''}`

export function Button({ kind, icon: Icon, label, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      class={classOf({ kind, label, children })}
      aria-label={label}
      title={children ? undefined : label}
      {...rest}
      disabled={rest.disabled || busy}
    >
      {busy ? <Spinner /> : Icon && <Icon size={17} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link that looks like a button. It leads to a page and changes nothing. */
export function ButtonLink({ to, kind, icon: Icon, label, children }: Look & { to: string }) {
  return (
    <Link href={to} class={classOf({ kind, label, children })} aria-label={label}>
      {Icon && <Icon size={17} aria-hidden="true" />}
      {children}
    </Link>
  )
}
