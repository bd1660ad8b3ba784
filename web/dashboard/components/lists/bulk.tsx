import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../texts.tsx'
import { Button } from '../Button.tsx'

/** Which rows of a list are selected, by their keys. */
export interface Selection {
  selected: ReadonlySet<string>
  select: (keys: readonly string[], isSelected: boolean) => void
}

/** @param shown the keys of the rows that are there; a selected row that is gone no longer counts */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const select = (keys: readonly string[], isSelected: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const key of keys) isSelected ? after.add(key) : after.delete(key)
      return after
    })
  return { selected: new Set(shown.filter((key) => chosen.has(key))), select }
}

/** Requests that run at the same time. */
const AT_ONCE = 4

/**
 * Does one thing to many rows, a few at a time. A failure does not keep the others from being done.
 * @param onProgress called with the number of rows that are done
 * @throws the first error, after all have been tried
 */
export async function forEach(
  keys: readonly string[],
  act: (key: string) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<void> {
  const waiting = [...keys]
  const errors: unknown[] = []
  let done = 0
  const work = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      try {
        await act(key)
      } catch (error) {
        errors.push(error)
      }
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (errors.length > 0) throw errors[0]
}

/** The actions for the selected rows; nothing without any. */
export function BulkActions({
  selection: { selected, select },
  children,
}: {
  selection: Selection
  children: ComponentChildren
}) {
  if (selected.size === 0) return null
  return (
    <div class="bulk">
      <span role="status">
        {t('{count, plural, one {# selected} other {# selected}}', { count: selected.size })}
      </span>
      {children}
      <Button
        kind="quiet"
        icon={X}
        label={t('Clear selection')}
        onClick={() => select([...selected], false)}
      />
    </div>
  )
}
