import { t } from '../../lib/texts.tsx'
import type { Selection } from './bulk.tsx'

/**
 * The checkbox that selects all loaded rows, or none.
 * @param keys of these rows
 */
export function SelectAll({
  id,
  keys,
  selection: { selected, select },
}: {
  id?: string
  keys: readonly string[]
  selection: Selection
}) {
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key))
  return (
    <input
      id={id}
      type="checkbox"
      aria-label={t('Select all shown')}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = !isAll && selected.size > 0
      }}
      onChange={() => select(keys, !isAll)}
    />
  )
}
