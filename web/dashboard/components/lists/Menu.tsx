import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface MenuProps {
  name: string
  icon: LucideIcon
  /** Whether the button shows its icon alone. */
  isBrief?: boolean
  children: ComponentChildren
}

/** A button that opens a small panel below it. Escape and a click outside close it. */
export function Menu({ name, icon: Icon, isBrief = false, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const place = (event: ToggleEvent) => {
    if (event.newState !== 'open' || !button.current || !panel.current) return
    const at = button.current.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = panel.current
    const below = at.bottom + 4
    const top = below + height > innerHeight && at.top > height ? at.top - height - 4 : below
    const left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8))
    Object.assign(panel.current.style, { top: `${top}px`, left: `${left}px` })
    panel.current.querySelector<HTMLElement>('a, button, input')?.focus()
  }
  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class={`button ${isBrief ? 'quiet icon-only' : 'plain'}`}
        popovertarget={id}
        aria-label={isBrief ? name : undefined}
        title={isBrief ? name : undefined}
      >
        <Icon size={17} aria-hidden="true" />
        {!isBrief && name}
      </button>
      <div ref={panel} id={id} popover="auto" onToggle={place as never}>
        {children}
      </div>
    </div>
  )
}
