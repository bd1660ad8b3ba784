import { Download } from 'lucide-preact'
import { t } from '../../lib/texts.tsx'
import { Menu } from './Menu.tsx'

const FORMATS = [
  ['csv', 'CSV', t('for spreadsheets')],
  ['jsonl', t('JSON lines'), t('for programs')],
] as const

/**
 * A menu that downloads all rows of a list as a file. @param query the page's query, without paging
 */
export function Downloads({
  path,
  query,
}: {
  path: string
  query: Readonly<Record<string, string | number | undefined>>
}) {
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, `${value}`]],
    ),
  )
  return (
    <Menu name={t('Export')} icon={Download}>
      {FORMATS.map(([format, name, use]) => (
        <a
          key={format}
          class="button quiet"
          href={`${path}?${asked}${asked.size ? '&' : ''}format=${format}`}
          download
        >
          {name}
          <span class="small muted">{use}</span>
        </a>
      ))}
    </Menu>
  )
}
