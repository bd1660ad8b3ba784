import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, type Schemas } from './api.ts'

export type Agent = Schemas['Agent']

/** Reads all agents of the organization, sorted by name. @param enabled false: reads none */
export function useAgents(enabled = true) {
  return useQuery({ queryKey: ['agents', 'all'], queryFn: readAgents, staleTime: 60_000, enabled })
}

async function readAgents(): Promise<Agent[]> {
  const agents: Agent[] = []
  let after: string | undefined
  do {
    const query = { limit: 100, ...(after ? { after } : {}) }
    const { data, pagination } = await answerOf(api.GET('/api/v1/agents', { params: { query } }))
    agents.push(...data)
    after = pagination.next_cursor ?? undefined
  } while (after)
  return agents.sort((left, right) => left.name.localeCompare(right.name))
}
