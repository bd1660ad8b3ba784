import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface DetailsProps {
  summary: ComponentChildren
  children: () => ComponentChildren
}

/**
 * Content that is rendered only when it is opened. Records refer to each other, so all answers of
 * an area are thousands of elements.
 */
export function Details({ summary, children }: DetailsProps) {
  const [isShown, setShown] = useState(false)
  return (
    <details onToggle={(event) => event.currentTarget.open && setShown(true)}>
      <summary>{summary}</summary>
      {isShown && children()}
    </details>
  )
}
