import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, type Schemas } from './api.ts'

export type Tool = Schemas['Tool']

export const TOOLS = 'tools'

/** Reads all tools of the organization, sorted by title. */
export function useTools() {
  return useQuery({ queryKey: [TOOLS, 'all'], queryFn: readTools, staleTime: 60_000 })
}

async function readTools(): Promise<Tool[]> {
  const tools: Tool[] = []
  let after: string | undefined
  do {
    const query = { limit: 100, ...(after ? { after } : {}) }
    const { data, pagination } = await answerOf(api.GET('/api/v1/tools', { params: { query } }))
    tools.push(...data)
    after = pagination.next_cursor ?? undefined
  } while (after)
  return tools.sort((left, right) => left.title.localeCompare(right.title))
}
