import { useQuery } from '@tanstack/preact-query'
import type { Agent } from '../../lib/agents.ts'
import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export type Listed = Schemas['ListedEntry']
export type Kind = Listed['kind']

/** Names for the kinds of entries. */
export const KIND_NAMES: Record<Kind, string> = {
  file: t('File'),
  qa: t('Question and answer'),
  url: t('Web page'),
}

/** An entry with all the fields of its kind. */
export type Entry =
  | ({ kind: 'file' } & Schemas['FileEntry'])
  | ({ kind: 'qa' } & Schemas['QaEntry'])
  | ({ kind: 'url' } & Schemas['UrlEntry'])

/** @throws ApiError */
export async function readEntry(kind: Kind, id: string): Promise<Entry> {
  const params = { path: { id } }
  if (kind === 'file')
    return { kind, ...(await dataOf(api.GET('/api/v1/knowledge/files/{id}', { params }))) }
  if (kind === 'qa')
    return { kind, ...(await dataOf(api.GET('/api/v1/knowledge/qa/{id}', { params }))) }
  return { kind, ...(await dataOf(api.GET('/api/v1/knowledge/urls/{id}', { params }))) }
}

/** Reads one page of an entry's text. @throws ApiError */
export function readChunks(kind: Kind, id: string, page: number) {
  const params = { path: { id }, query: { page, page_size: 50 } }
  if (kind === 'file') return answerOf(api.GET('/api/v1/knowledge/files/{id}/chunks', { params }))
  if (kind === 'qa') return answerOf(api.GET('/api/v1/knowledge/qa/{id}/chunks', { params }))
  return answerOf(api.GET('/api/v1/knowledge/urls/{id}/chunks', { params }))
}

export const titleOf = (entry: Entry): string =>
  entry.kind === 'qa'
    ? entry.question
    : (entry.title ?? (entry.kind === 'url' ? entry.url : t('Untitled')))

/** Marks everything that shows knowledge to be read again. */
export const refreshKnowledge = () => queries.invalidateQueries({ queryKey: ['knowledge'] })

/** The most entries that one request can handle in time. */
const BATCH = 20

const batches = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) =>
    ids.slice(n * BATCH, (n + 1) * BATCH),
  )

/** @throws ApiError; some entries may be deleted already */
export async function deleteEntries(
  ids: readonly string[],
  onProgress: (done: number) => void = () => {},
) {
  let done = 0
  try {
    for (const batch of batches(ids)) {
      await dataOf(api.POST('/api/v1/knowledge/delete', { body: { ids: [...batch] } }))
      done += batch.length
      onProgress(done)
    }
  } finally {
    refreshKnowledge()
  }
}

/**
 * Indexes the entries again.
 * @throws ApiError
 */
export async function reindexEntries(ids: readonly string[]) {
  try {
    for (const batch of batches(ids))
      await dataOf(api.POST('/api/v1/knowledge/reindex', { body: { ids: [...batch] } }))
  } finally {
    refreshKnowledge()
  }
}

/**
 * Indexes all failed entries again, and returns their number.
 * @throws ApiError
 */
export async function reindexFailed(): Promise<number> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const query = { status: 'failed' as const, limit: 100, ...(after ? { after } : {}) }
    const { data, pagination } = await answerOf(api.GET('/api/v1/knowledge', { params: { query } }))
    ids.push(...data.map(({ id }) => id))
    after = pagination.next_cursor ?? undefined
  } while (after)
  await reindexEntries(ids)
  return ids.length
}

/** Counts entries by kind and state. Refreshes more often while some are being indexed. */
export function useCounts() {
  return useQuery({
    queryKey: ['knowledge', 'status'],
    queryFn: () => dataOf(api.GET('/api/v1/knowledge/status')),
    refetchInterval: ({ state }) => (state.data?.entries.processing ? 2_000 : false),
  })
}

/** Returns the names of the agents that an entry serves. */
export function servedBy(
  ids: readonly string[] | null,
  agents: readonly Agent[] | undefined,
): string {
  if (ids === null) return t('All agents')
  const names = ids.map((id) => agents?.find((agent) => agent.id === id)?.name).filter(Boolean)
  if (names.length === 0)
    return t('{count, plural, one {# agent} other {# agents}}', { count: ids.length })
  const [first, second, ...rest] = names
  return [first, second, rest.length > 0 && t('{count} more', { count: rest.length })]
    .filter(Boolean)
    .join(', ')
}
