/** Models that a worker leaves alone, and with them the replies that need them. */
export interface ModelsDown {
  models: readonly string[]
  /** The model of agents that name none. */
  fallback: string
}

/**
 * SQL for whether the agent of a job `j` uses one of them, or none. Takes the values of `modelValues`.
 * @param are in: a row of one of them; out: a row of none of them
 */
export const byModel = (are: 'in' | 'out') =>
  `coalesce((select a.model from agents a where a.id = j.agent_id), :fallbackModel)
     ${are === 'in' ? '= any' : '<> all'}(:models::text[])`

export const modelValues = (down: ModelsDown | undefined) =>
  down ? { models: [...down.models], fallbackModel: down.fallback } : undefined
