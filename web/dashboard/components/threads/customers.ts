import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, dataOf, type Schemas } from '../../lib/api.ts'

type Thread = Pick<Schemas['Thread'], 'user_context_id' | 'customer_id'>

/**
 * The stored context of a thread's customer: the one that the thread refers to, or else the one with
 * the customer's id; null: there is none.
 */
export const useCustomer = ({ user_context_id, customer_id }: Thread) =>
  useQuery({
    queryKey: ['contexts', 'of', user_context_id, customer_id],
    queryFn: () => readContext(user_context_id, customer_id),
    enabled: Boolean(user_context_id ?? customer_id),
  })

async function readContext(
  id: string | null,
  customer: string | null,
): Promise<Schemas['Context'] | null> {
  if (id) return dataOf(api.GET('/api/v1/contexts/{id}', { params: { path: { id } } }))
  const { data } = await answerOf(
    api.GET('/api/v1/contexts', { params: { query: { user_reference: customer! } } }),
  )
  return data[0] ?? null
}
