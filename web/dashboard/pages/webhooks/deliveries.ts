import { useQuery } from '@tanstack/preact-query'
import { ENDPOINTS, type EventName } from '../../components/records/endpoints.ts'
import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'

export type Delivery = Schemas['WebhookDelivery']
/** A delivery with its event and its tries. */
export type WholeDelivery = Schemas['DetailedWebhookDelivery']
export type Try = Schemas['DeliveryAttempt']
export type DeliveryState = Delivery['status']

const DELIVERIES = 'webhook-deliveries'
/** Milliseconds between refreshes of the deliveries. */
const REFRESH_MS = 10_000
/** Milliseconds between refreshes while a first try is awaited. */
const AWAITED_MS = 1_000

/** Reads the deliveries to an endpoint, newest first. */
export const useDeliveries = (
  endpointId: string,
  status: DeliveryState | undefined,
  order: 'asc' | 'desc',
) =>
  usePages<Delivery>(
    [DELIVERIES, endpointId, status, order],
    (after) => {
      const query = { limit: 50, order, ...(status && { status }), ...(after && { after }) }
      const params = { path: { id: endpointId }, query }
      return answerOf(api.GET('/api/v1/webhook-endpoints/{id}/deliveries', { params }))
    },
    { refetchInterval: REFRESH_MS },
  )

/** Reads a delivery, repeatedly while it waits. */
export const useDelivery = (id: string | undefined) =>
  useQuery({
    queryKey: [DELIVERIES, 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/deliveries/{id}', { params: { path: { id: id! } } })),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'pending' && (data.tries.length === 0 ? AWAITED_MS : REFRESH_MS),
  })

/** Reads deliveries and endpoints again, because a delivery also changes its endpoint. */
export const readDeliveriesAgain = () =>
  Promise.all([DELIVERIES, ENDPOINTS].map((key) => queries.invalidateQueries({ queryKey: [key] })))

/** Sends a test event, and waits for its first try. */
export const sendTest = (id: string): Promise<Delivery> =>
  dataOf(api.POST('/api/v1/webhook-endpoints/{id}/test', { params: { path: { id } } }))

/** Schedules a delivery to be tried soon. */
export const retryDeliverySoon = (id: string): Promise<Delivery> =>
  dataOf(
    api.POST('/api/v1/deliveries/{id}/retry', {
      params: { path: { id } },
      headers: { Prefer: 'respond-async' },
    }),
  )

/** Tries a delivery now, and waits for the outcome. */
export async function retryDelivery(id: string): Promise<Delivery> {
  const tried = await dataOf(
    api.POST('/api/v1/deliveries/{id}/retry', { params: { path: { id } } }),
  )
  await readDeliveriesAgain()
  return tried
}

interface ReplayFields {
  /** ISO 8601, as everywhere in the API. */
  from: string
  to: string
  /** undefined: all types that the endpoint takes. */
  types?: EventName[]
  only_failed: boolean
}

/**
 * Sends the events of a period again.
 * @returns the number of events
 */
export async function replayEvents(id: string, body: ReplayFields): Promise<number> {
  const { events } = await dataOf(
    api.POST('/api/v1/webhook-endpoints/{id}/replay', { params: { path: { id } }, body }),
  )
  await readDeliveriesAgain()
  return events
}
