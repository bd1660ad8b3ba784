import type { ComponentChildren } from 'preact'

/** A state in a word. Colour only helps: the word says it. */
export const Badge = ({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'warn' | 'bad' | 'accent'
  children: ComponentChildren
}) => <span class={`badge ${kind}`}>{children}</span>
