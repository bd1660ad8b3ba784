import { ApiError, api, dataOf, queries } from '../../api.ts'

/** Takes a question off the list of those that need a look. @throws ApiError */
export async function dismissQuestion(id: string): Promise<void> {
  await ignoringGone(dataOf(api.DELETE('/api/v1/attention/{id}', { params: { path: { id } } })))
  await queries.invalidateQueries({ queryKey: ['attention'] })
}

/** @throws ApiError */
export async function dismissContradiction(id: string): Promise<void> {
  await ignoringGone(
    dataOf(api.DELETE('/api/v1/knowledge/contradictions/{id}', { params: { path: { id } } })),
  )
  await queries.invalidateQueries({ queryKey: ['knowledge', 'contradictions'] })
}

/** What somebody else has dismissed meanwhile is gone as well. */
const ignoringGone = (call: Promise<unknown>) =>
  call.catch((error) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
