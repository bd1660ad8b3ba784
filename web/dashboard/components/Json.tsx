import type { ComponentChildren } from 'preact'
import { CopyButton } from './Copy.tsx'

/** A JSON value, indented, with a button that copies it. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <div class="code json">
      <pre>
        <code>{shown(value, 0)}</code>
      </pre>
      <CopyButton text={JSON.stringify(value, null, 2)} label={label} />
    </div>
  )
}

const indent = (depth: number) => '  '.repeat(depth)

/**
 * Renders a value as `JSON.stringify(value, null, 2)` writes it, with elements for names and kinds
 * of values.
 */
function shown(value: unknown, depth: number): ComponentChildren {
  if (typeof value === 'string') return <span class="json-text">{JSON.stringify(value)}</span>
  if (typeof value !== 'object' || value === null)
    return <span class="json-word">{JSON.stringify(value)}</span>
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const entries = Object.entries(value)
  if (entries.length === 0) return `${open}${close}`
  return [
    `${open}\n`,
    ...entries.map(([name, child], at) => [
      indent(depth + 1),
      !Array.isArray(value) && [<span class="json-name">{JSON.stringify(name)}</span>, ': '],
      shown(child, depth + 1),
      at < entries.length - 1 ? ',\n' : '\n',
    ]),
    `${indent(depth)}${close}`,
  ]
}
