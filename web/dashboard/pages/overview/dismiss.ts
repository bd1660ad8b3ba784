import type { InfiniteData } from '@tanstack/preact-query'
import { ApiError, api, dataOf, queries, type Schemas } from '../../lib/api.ts'

/** The key of the list of questions that is read page by page. */
export const WHOLE = ['attention-pages']
type Pages = InfiniteData<{ data: Schemas['AttentionItem'][] }>

/** Takes a question off the list of those that need a look. @throws ApiError */
export async function dismissQuestion(id: string): Promise<void> {
  await ignoringGone(dataOf(api.DELETE('/api/v1/attention/{id}', { params: { path: { id } } })))
  // The pages stay, however many are loaded.
  queries.setQueriesData<Pages>({ queryKey: WHOLE }, (list) => list && withoutQuestion(list, id))
  await queries.invalidateQueries({ queryKey: ['attention'] })
}

const withoutQuestion = (list: Pages, id: string): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: page.data.filter((one) => one.id !== id) })),
})

/** @throws ApiError */
export async function dismissContradiction(id: string): Promise<void> {
  await ignoringGone(
    dataOf(api.DELETE('/api/v1/knowledge/contradictions/{id}', { params: { path: { id } } })),
  )
  await queries.invalidateQueries({ queryKey: ['knowledge', 'contradictions'] })
}

/** Takes a 404 for success: another user has dismissed the item already. */
const ignoringGone = (call: Promise<unknown>) =>
  call.catch((error) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
