import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, dataOf, type Schemas } from '../../lib/api.ts'
import { locale } from '../../lib/language.ts'
import { usePages } from '../../lib/pagesOf.ts'

export type Agent = Schemas['Agent']
export type Model = Schemas['Model']
export type Activity = Schemas['AgentActivity']

export const AGENTS = ['agents'] as const

export const readAgent = (id: string): Promise<Agent> =>
  dataOf(api.GET('/api/v1/agents/{id}', { params: { path: { id } } }))

export const useAgent = (id: string) =>
  useQuery({ queryKey: [...AGENTS, id], queryFn: () => readAgent(id) })

/** Reads the models that the service offers. They change only with the operator's settings. */
export const useModels = () =>
  useQuery({
    queryKey: ['models'],
    queryFn: () => dataOf(api.GET('/api/v1/models')),
    staleTime: 300_000,
  })

export interface AgentRow {
  agent: Agent
  /** undefined: the agent was created or deleted between the two reads. */
  activity: Activity | undefined
}

/** Reads the agents with their activity. Both lists have the same pages. */
export const useAgents = () =>
  usePages<AgentRow>([...AGENTS, 'list'], async (after) => {
    const params = { query: { limit: 50, ...(after ? { after } : {}) } }
    const [agents, activities] = await Promise.all([
      answerOf(api.GET('/api/v1/agents', { params })),
      answerOf(api.GET('/api/v1/agent-activity', { params })),
    ])
    const byAgent = new Map(activities.data.map((activity) => [activity.agent_id, activity]))
    return {
      ...agents,
      data: agents.data.map((agent) => ({ agent, activity: byAgent.get(agent.id) })),
    }
  })

/**
 * Reads an agent's activity.
 * @returns undefined: the agent was deleted
 */
export const readActivity = async (agent_id: string): Promise<Activity | undefined> =>
  (await dataOf(api.GET('/api/v1/agent-activity', { params: { query: { agent_id } } })))[0]

/**
 * Changes the agent, unless another user has changed it since it was read.
 * @throws ApiError precondition_failed
 */
export const changeAgent = ({ id, updated_at }: Agent, changes: Partial<Agent>): Promise<Agent> =>
  dataOf(
    api.PATCH('/api/v1/agents/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${updated_at}"` } },
      body: changes as never,
    }),
  )

/** Returns a model's name without its provider: `gpt-4o-mini` for `openai:gpt-4o-mini`. */
export const shortModel = (name: string) => name.slice(name.indexOf(':') + 1)

export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag.replace('_', '-')) ?? tag
  } catch {
    return tag
  }
}
