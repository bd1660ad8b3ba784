import { ArrowLeft } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { nameTab } from '../lib/title.ts'

interface PageProps {
  title: string
  about?: ComponentChildren
  actions?: ComponentChildren
  /** The parent page: its path and its name. */
  back?: readonly [string, string]
  children: ComponentChildren
}

/** A page. Names the tab, and focuses the heading so that screen readers announce the page. */
export function Page({ title, about, actions, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    nameTab(title)
  }, [title])
  useEffect(() => {
    // On the first page after a load, the browser sets the focus.
    if (document.body.dataset.moved) heading.current?.focus({ preventScroll: true })
    document.body.dataset.moved = 'yes'
  }, [])
  return (
    <>
      {back && (
        <Link href={back[0]} class="back">
          <ArrowLeft size={15} aria-hidden="true" />
          {back[1]}
        </Link>
      )}
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about && <p class="about">{about}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </>
  )
}
