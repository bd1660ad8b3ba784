import type { ComponentChildren } from 'preact'
import { Badge } from '../../components/Badge.tsx'
import { type Entry, KIND_NAMES, servedBy } from '../../components/records/entries.ts'
import { Time } from '../../components/Time.tsx'
import { useAgents } from '../../lib/agents.ts'
import type { Schemas } from '../../lib/api.ts'
import { formatBytes, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { State } from './State.tsx'

type Fact = readonly [string, ComponentChildren]

export function EntryFacts({ entry }: { entry: Entry }) {
  const { data: agents } = useAgents()
  const { status, chunk_count, indexed_at, created_at, warnings } = entry
  const facts: (Fact | false | null)[] = [
    [t('Status'), <State key="state" entry={entry} />],
    [t('Kind'), KIND_NAMES[entry.kind]],
    [t('Agents'), servedBy(entry.agent_ids, agents)],
    ...ownFacts(entry),
    [t('Passages'), formatNumber(chunk_count)],
    indexed_at !== null && [
      status === 'failed' ? t('Last indexed') : t('Indexed'),
      <Time key="r" at={indexed_at} />,
    ],
    [t('Added'), <Time key="a" at={created_at} />],
    warnings.length > 0 && [t('Not read'), warnings.join(' ')],
  ]
  return (
    <section class="card" aria-label={t('About this entry')}>
      <dl class="facts">
        {facts.filter(Boolean).map((fact) => {
          const [name, value] = fact as Fact
          return [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>]
        })}
      </dl>
    </section>
  )
}

/** Returns how a text was read that was recognized in pictures, such as scanned pages. */
function recognized({
  read_by,
  confidence,
}: Pick<Schemas['FileEntry'], 'read_by' | 'confidence'>): Fact | null {
  if (read_by === null || read_by === 'text' || confidence === null) return null
  const percent = { percent: formatNumber(Math.round(confidence * 100)) }
  return [
    t('Text recognition'),
    read_by === 'ocr'
      ? t('The text was read from pictures (OCR), {percent} % sure', percent)
      : t('Some pages were read from pictures (OCR), {percent} % sure', percent),
  ]
}

function ownFacts(entry: Entry): (Fact | false | null)[] {
  if (entry.kind === 'file')
    return [
      [
        t('File'),
        entry.file_name
          ? `${entry.file_name}, ${formatBytes(entry.size_bytes ?? 0)}`
          : t('None. Agents use the title and summary.'),
      ],
      recognized(entry),
    ]
  if (entry.kind === 'qa')
    return [
      entry.tags && entry.tags.length > 0
        ? [
            t('Tags'),
            <span class="row" key="tags">
              {entry.tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>,
          ]
        : null,
      entry.source ? [t('Source'), entry.source] : null,
    ]
  return [
    [
      'URL',
      <a key="url" href={entry.url} target="_blank" rel="noreferrer noopener">
        {entry.url}
      </a>,
    ],
    entry.pages && [
      t('Pages'),
      entry.pages.failed
        ? t('{done} read, {failed} failed', {
            done: formatNumber(entry.pages.done),
            failed: formatNumber(entry.pages.failed),
          })
        : t('{done} read', { done: formatNumber(entry.pages.done) }),
    ],
    recognized(entry),
    [t('Refresh'), entry.refresh_hours === null ? t('Never') : often(entry.refresh_hours)],
    entry.checked_at !== null && [t('Last checked'), <Time key="checked" at={entry.checked_at} />],
  ]
}

const NAMES: Record<number, string> = {
  1: t('Every hour'),
  24: t('Every day'),
  168: t('Every week'),
  720: t('Every month'),
}
const often = (hours: number) =>
  NAMES[hours] ?? t('Every {hours} hours', { hours: formatNumber(hours) })
