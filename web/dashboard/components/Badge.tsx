import type { ComponentChildren } from 'preact'

/** A state, as a word. Its colour only supports the word. */
export const Badge = ({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'warn' | 'bad' | 'accent'
  children: ComponentChildren
}) => <span class={`badge ${kind}`}>{children}</span>
