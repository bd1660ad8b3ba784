import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, dataOf, type Schemas } from '../../api.ts'
import { usePages } from '../../pagesOf.ts'

export type Agent = Schemas['Agent']
export type Model = Schemas['Model']
export type Activity = Schemas['AgentActivity']

export const AGENTS = ['agents'] as const

export const readAgent = (id: string): Promise<Agent> =>
  dataOf(api.GET('/api/v1/agents/{id}', { params: { path: { id } } }))

export const useAgent = (id: string) => useQuery({ queryKey: [...AGENTS, id], queryFn: () => readAgent(id) })

/** What the service is set up with; it changes with the operator's settings alone. */
export const useModels = () =>
  useQuery({
    queryKey: ['models'],
    queryFn: () => dataOf(api.GET('/api/v1/models')),
    staleTime: 300_000,
  })

export interface AgentRow {
  agent: Agent
  /** undefined: of an agent that was made or deleted between two reads. */
  activity: Activity | undefined
}

/** The agents, each with what it has to do: both lists have the same pages. */
export const useAgents = () =>
  usePages<AgentRow>([...AGENTS, 'list'], async (after) => {
    const params = { query: { limit: 50, ...(after ? { after } : {}) } }
    const [agents, activities] = await Promise.all([
      answerOf(api.GET('/api/v1/agents', { params })),
      answerOf(api.GET('/api/v1/agent-activity', { params })),
    ])
    const byAgent = new Map(activities.data.map((activity) => [activity.agent_id, activity]))
    return { ...agents, data: agents.data.map((agent) => ({ agent, activity: byAgent.get(agent.id) })) }
  })

/** @returns undefined when the agent is gone */
export const readActivity = async (agent_id: string): Promise<Activity | undefined> =>
  (await dataOf(api.GET('/api/v1/agent-activity', { params: { query: { agent_id } } })))[0]

/** Changes the agent, unless somebody else has changed it since it was read. @throws ApiError precondition_failed */
export const changeAgent = ({ id, updated_at }: Agent, changes: Partial<Agent>): Promise<Agent> =>
  dataOf(
    api.PATCH('/api/v1/agents/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${updated_at}"` } },
      body: changes as never,
    }),
  )

/** `openai:gpt-4o-mini` is `gpt-4o-mini`. */
export const shortModel = (name: string) => name.slice(name.indexOf(':') + 1)

export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(navigator.language, { type: 'language' }).of(tag.replace('_', '-')) ?? tag
  } catch {
    return tag
  }
}
