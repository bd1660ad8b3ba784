import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

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
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (!isOpen || !button.current || !panel.current) return
    const at = button.current.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = panel.current
    const below = at.bottom + 4
    const top = below + height > innerHeight && at.top > height ? at.top - height - 4 : below
    const left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8))
    Object.assign(panel.current.style, { top: `${top}px`, left: `${left}px` })
    panel.current.querySelector<HTMLElement>('a, button, input')?.focus()
  }, [isOpen])
  const toggle = ({ newState }: ToggleEvent) => setOpen(newState === 'open')
  const closeAfterLink = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) panel.current?.hidePopover()
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key is clicked, too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are what is pressed */}
      <div ref={panel} id={id} popover="auto" onToggle={toggle as never} onClick={closeAfterLink}>
        {isOpen && children}
      </div>
    </div>
  )
}
