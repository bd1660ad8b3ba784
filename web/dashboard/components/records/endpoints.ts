import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'

export type Endpoint = Schemas['WebhookEndpoint']
type WithSecret = Schemas['WebhookEndpointWithSecret']
type EventChoice = Endpoint['events'][number]
export type EndpointFields = Pick<Endpoint, 'url' | 'description' | 'events'>

/** Stands for every type, including future types. */
export const ALL_TYPES = '*'
export type EventName = Exclude<EventChoice, typeof ALL_TYPES>

export const ENDPOINTS = 'webhook-endpoints'
/** Milliseconds between refreshes of the endpoints' state. */
const REFRESH_MS = 10_000

export const useEndpoints = () =>
  usePages<Endpoint>(
    [ENDPOINTS],
    (after) =>
      answerOf(
        api.GET('/api/v1/webhook-endpoints', {
          params: { query: { limit: 100, ...(after && { after }) } },
        }),
      ),
    { refetchInterval: REFRESH_MS },
  )

export const useEndpoint = (id: string) =>
  useQuery({
    queryKey: [ENDPOINTS, id],
    queryFn: () => dataOf(api.GET('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } })),
    refetchInterval: REFRESH_MS,
  })

export const renewEndpoints = () => queries.invalidateQueries({ queryKey: [ENDPOINTS] })

/** @returns the endpoint with its secret, which is shown once; null: the answer with it was lost */
export async function createEndpoint(body: EndpointFields): Promise<WithSecret> {
  const made = await dataOf(api.POST('/api/v1/webhook-endpoints', { body }))
  await renewEndpoints()
  return made
}

/** @throws ApiError if another user has changed it since it was read */
export async function changeEndpoint(
  { id, updated_at }: Endpoint,
  body: Partial<EndpointFields> & { is_active?: boolean },
): Promise<void> {
  const header = { 'If-Match': `"${updated_at}"` }
  await dataOf(
    api.PATCH('/api/v1/webhook-endpoints/{id}', { params: { path: { id }, header }, body }),
  )
  await renewEndpoints()
}

export const deleteEndpoint = (id: string): Promise<unknown> =>
  dataOf(api.DELETE('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } }))

/** Replaces the secret. The previous secret signs as well for the grace time, of 0 to 168 hours. */
export async function rotateSecret(id: string, grace_hours: number): Promise<WithSecret> {
  const made = await dataOf(
    api.POST('/api/v1/webhook-endpoints/{id}/rotate', {
      params: { path: { id } },
      body: { grace_hours },
    }),
  )
  await renewEndpoints()
  return made
}

/** Returns the address without `https://`, which nearly all have. */
export const addressOf = (url: string) => url.replace('https://', '')
