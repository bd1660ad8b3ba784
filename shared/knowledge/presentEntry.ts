import { recordOf } from '../lib/db/present.ts'
import type { EntryKind } from './entryKind.ts'
import type { KnowledgeEntry } from './knowledge.ts'

/** The fields that only entries of a kind have. */
const OWN = {
  file: ['title', 'file_type', 'summary', 'file_name', 'size_bytes', 'read_by', 'confidence'],
  qa: ['question', 'answer', 'tags', 'source'],
  url: [
    'url',
    'title',
    'crawl',
    'max_pages',
    'refresh_hours',
    'canonical_url',
    'pages',
    'read_by',
    'confidence',
    'checked_at',
  ],
} as const satisfies Record<EntryKind, readonly (keyof KnowledgeEntry)[]>

const presenterFor = (kind: EntryKind) =>
  recordOf<KnowledgeEntry>('knowledge_entry', [
    ...OWN[kind],
    ...([
      'agent_ids',
      'status',
      'progress',
      'error',
      'warnings',
      'chunk_count',
      'indexed_at',
    ] as const),
  ])
const presenters = { file: presenterFor('file'), qa: presenterFor('qa'), url: presenterFor('url') }

/**
 * Presents a knowledge entry, by its kind. A page without a title shows the title in the page
 * itself.
 */
export function presentEntry(entry: KnowledgeEntry) {
  const title = entry.kind === 'url' ? (entry.title ?? entry.page_title) : entry.title
  return presenters[entry.kind]({ ...entry, title, ...presentState(entry) })
}

/**
 * Returns the state as clients see it. Clients need not distinguish queued entries from running
 * entries.
 */
export const presentState = ({
  status,
  progress,
}: Pick<KnowledgeEntry, 'status' | 'progress'>): Pick<KnowledgeEntry, 'status' | 'progress'> => ({
  status: status === 'pending' ? 'processing' : status,
  progress: status === 'pending' || status === 'processing' ? progress : null,
})
