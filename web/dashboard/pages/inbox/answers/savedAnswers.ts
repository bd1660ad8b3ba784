import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, queries, type Schemas } from '../../../lib/api.ts'

export type SavedAnswer = Schemas['SavedAnswer']

const SAVED = ['saved-answers']

/** Reads all saved answers of the organization, by name. */
export const useSavedAnswers = () =>
  useQuery({ queryKey: SAVED, queryFn: readAll, staleTime: 60_000 })

export const renewSavedAnswers = () => queries.invalidateQueries({ queryKey: SAVED })

async function readAll(): Promise<SavedAnswer[]> {
  const all: SavedAnswer[] = []
  let after: string | undefined
  do {
    const query = { limit: 100, order: 'asc' as const, ...(after && { after }) }
    const { data, pagination } = await answerOf(
      api.GET('/api/v1/saved-answers', { params: { query } }),
    )
    all.push(...data)
    after = pagination.next_cursor ?? undefined
  } while (after)
  return all.sort((one, other) => one.name.localeCompare(other.name))
}

/**
 * Returns the answers whose name or text contains all words. Answers whose name begins with the
 * typed text come first.
 */
export function fittingAnswers(answers: readonly SavedAnswer[], typed: string): SavedAnswer[] {
  const sought = typed.trim().toLowerCase()
  const words = sought.split(' ').filter(Boolean)
  const begins = ({ name }: SavedAnswer) => (name.toLowerCase().startsWith(sought) ? 0 : 1)
  return answers
    .filter(({ name, content }) => {
      const text = `${name} ${content}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort((one, other) => begins(one) - begins(other))
}
