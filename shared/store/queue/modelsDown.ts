/** Models that are down. A worker does not claim the replies that need them. */
export interface ModelsDown {
  models: readonly string[]
  /** The model of agents that do not name one. */
  fallback: string
}

/**
 * SQL for whether the agent of the job `j` uses one of the models. The statement needs the values of
 * `modelValues`.
 * @param are 'in': it uses one of them; 'out': it uses none of them
 */
export const byModel = (are: 'in' | 'out') =>
  `coalesce((select a.model from agents a where a.id = j.agent_id), :fallbackModel)
     ${are === 'in' ? '= any' : '<> all'}(:models::text[])`

export const modelValues = (down: ModelsDown | undefined) =>
  down ? { models: [...down.models], fallbackModel: down.fallback } : undefined
