import { answerOf, api, queries } from '../../lib/api.ts'

/**
 * Deletes a customer's traits. @param erase whether conversations, messages and feedback go with
 * them
 */
const remove = (id: string, erase: boolean) =>
  answerOf(
    api.DELETE('/api/v1/contexts/{id}', {
      params: { path: { id }, query: erase ? { erase: 'everything' } : {} },
    }),
  )

export const deleteTraits = (id: string) => remove(id, false)

/** Deletes everything that is stored about a customer. */
export const eraseCustomer = (id: string) => remove(id, true)

export const readCustomersAgain = () =>
  Promise.all(
    ['contexts', 'threads'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  )
