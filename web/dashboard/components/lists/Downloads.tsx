import { Download } from 'lucide-preact'

const FORMATS = [
  ['csv', 'CSV'],
  ['jsonl', 'JSON lines'],
] as const

/** Links to all rows of what a page shows, as files. @param query as the page asks for it, without its pages */
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
          <span class="sr-only">: all of them, as a file</span>
        </a>
      ))}
    </div>
  )
}
