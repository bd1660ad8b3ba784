import { Download } from 'lucide-preact'

const FORMATS = [
  ['csv', 'CSV'],
  ['jsonl', 'JSON lines'],
] as const

/** Links that download all rows of a list as files. @param query the page's query, without paging */
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
    <div class="row">
      {FORMATS.map(([format, name]) => (
        <a
          key={format}
          class="button"
          href={`${path}?${asked}${asked.size ? '&' : ''}format=${format}`}
          download
        >
          <Download size={17} aria-hidden="true" />
          {name}
          <span class="sr-only">: download all rows</span>
        </a>
      ))}
    </div>
  )
}
