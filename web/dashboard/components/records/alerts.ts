import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, type Schemas } from '../../lib/api.ts'

export type Alert = Schemas['Alert']

const MOST = 20
const REFRESH_MS = 60_000

/** Reads the open alerts, the newest first, at most 20. */
export const useOpenAlerts = () =>
  useQuery({
    queryKey: ['alerts', 'open'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/v1/alerts', { params: { query: { state: 'open', limit: MOST } } }),
        )
      ).data,
    refetchInterval: REFRESH_MS,
  })
