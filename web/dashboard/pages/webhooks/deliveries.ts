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
/** How often deliveries are read again. */
const REFRESH_MS = 10_000
/** The same while the first try of one is awaited. */
const AWAITED_MS = 1_000

/** The deliveries to an endpoint, by when they were made. */
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

/** Reads a delivery: again while it waits. */
export const useDelivery = (id: string | undefined) =>
  useQuery({
    queryKey: [DELIVERIES, 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/deliveries/{id}', { params: { path: { id: id! } } })),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'pending' && (data.tries.length === 0 ? AWAITED_MS : REFRESH_MS),
  })

/** A delivery changes what is known of its endpoint, too. */
export const readDeliveriesAgain = () =>
  Promise.all([DELIVERIES, ENDPOINTS].map((key) => queries.invalidateQueries({ queryKey: [key] })))

/** Sends a test event, and waits for its first try. */
export const sendTest = (id: string): Promise<Delivery> =>
  dataOf(api.POST('/api/v1/webhook-endpoints/{id}/test', { params: { path: { id } } }))

/** Has a delivery tried soon. */
export const retryDeliverySoon = (id: string): Promise<Delivery> =>
  dataOf(
    api.POST('/api/v1/deliveries/{id}/retry', {
      params: { path: { id } },
      headers: { Prefer: 'respond-async' },
    }),
  )

/** Tries a delivery now, and waits for that. */
export async function retryDelivery(id: string): Promise<Delivery> {
  const tried = await dataOf(
    api.POST('/api/v1/deliveries/{id}/retry', { params: { path: { id } } }),
  )
  await readDeliveriesAgain()
  return tried
}

interface ReplayFields {
  /** A time, as all of the API. */
  from: string
  to: string
  /** undefined: all that the endpoint takes. */
  types?: EventName[]
  only_failed: boolean
}

/** Sends the events of a time once more. @returns how many */
export async function replayEvents(id: string, body: ReplayFields): Promise<number> {
  const { events } = await dataOf(
    api.POST('/api/v1/webhook-endpoints/{id}/replay', { params: { path: { id } }, body }),
  )
  await readDeliveriesAgain()
  return events
}
