import { Columns3 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { t } from '../../lib/texts.tsx'
import { Menu } from './Menu.tsx'

const keyOf = (table: string) => `parley-hidden-columns-${table}`

function remembered(table: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/**
 * Keeps the names of a table's hidden columns in this browser.
 * @param table undefined: all columns are shown
 */
export function useHiddenColumns(table: string | undefined) {
  const [hidden, setHidden] = useState(() => (table ? remembered(table) : []))
  const hide = (name: string, isHidden: boolean) => {
    const next = isHidden ? [...hidden, name] : hidden.filter((column) => column !== name)
    setHidden(next)
    try {
      localStorage.setItem(keyOf(table!), JSON.stringify(next))
    } catch {
      // Storage is blocked, so the choice lasts until the page is left.
    }
  }
  return { hidden, hide }
}

interface ColumnsMenuProps {
  names: readonly string[]
  hidden: readonly string[]
  hide: (name: string, isHidden: boolean) => void
}

/** Chooses the columns of a table. */
export const ColumnsMenu = ({ names, hidden, hide }: ColumnsMenuProps) => (
  <Menu name={t('Columns')} icon={Columns3} isBrief>
    {names.map((name) => (
      <label key={name} class="check menu-check">
        <input
          type="checkbox"
          checked={!hidden.includes(name)}
          onChange={({ currentTarget }) => hide(name, !currentTarget.checked)}
        />
        {name}
      </label>
    ))}
  </Menu>
)
