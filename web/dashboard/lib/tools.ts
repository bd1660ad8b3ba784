import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, type Schemas } from './api.ts'
import { t } from './texts.tsx'

export type Tool = Schemas['Tool']

export const TOOLS = 'tools'

/** The states of calls, and the kinds of their badges. */
export const CALL_STATE = {
  waiting: { name: t('Waits for a decision'), kind: 'warn' },
  approved: { name: t('Approved'), kind: 'accent' },
  pending: { name: t('Running'), kind: 'accent' },
  succeeded: { name: t('Succeeded'), kind: 'good' },
  failed: { name: t('Failed'), kind: 'bad' },
  unknown: { name: t('Outcome unknown'), kind: 'warn' },
  denied: { name: t('Denied'), kind: 'plain' },
  expired: { name: t('Expired'), kind: 'plain' },
} as const satisfies Record<Schemas['ToolCall']['state'], unknown>

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
