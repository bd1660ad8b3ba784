import { useAgents } from '../../lib/agents.ts'
import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'

export type Connection = Schemas['Connection']
export type Outcome = Schemas['ConnectionTest']
export type Agent = Schemas['Agent']

export const CONNECTIONS = 'connections'

export const useConnections = () =>
  usePages<Connection>([CONNECTIONS], (after) =>
    answerOf(
      api.GET('/api/v1/connections', {
        params: { query: { limit: 100, ...(after && { after }) } },
      }),
    ),
  )

/** Reads connections again after a change, and the menus of models. */
export const readAgain = () =>
  Promise.all([CONNECTIONS, 'models'].map((key) => queries.invalidateQueries({ queryKey: [key] })))

/** Lists the server's models, and calls one. Takes at most 20 s. */
export const testConnection = (id: string): Promise<Outcome> =>
  dataOf(api.POST('/api/v1/connections/{id}/test', { params: { path: { id } }, body: {} }))

/** Returns the part of a model's name before the colon. */
export const prefixOf = (model: string) => model.slice(0, model.indexOf(':'))

/** Finds the agents that reach their models by a connection; undefined: not known yet. */
export function useUsers(): ((connection: Connection) => Agent[]) | undefined {
  const { data: agents } = useAgents()
  return (
    agents &&
    (({ name }) =>
      agents.filter((agent) => modelsOf(agent).some((model) => prefixOf(model) === name)))
  )
}

const modelsOf = ({ model, fallback_models, grounding_model }: Agent) =>
  [model, ...fallback_models, grounding_model].filter((name) => name !== null)
