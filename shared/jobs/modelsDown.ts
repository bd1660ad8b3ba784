/** Models that are down. A worker does not claim replies that no other model may answer. */
export interface ModelsDown {
  /** The keys of their breakers: `provider:name`, or `organization/connection:name`. */
  models: readonly string[]
  /** The model of agents that name no model. */
  usual: string
  /** The names of providers whose models have the same breaker for all organizations. */
  providers: readonly string[]
  /** One of `models`: restricts `allDown` to replies that may use it. */
  trial?: string
}

/** SQL for the keys of the breakers of all models that may answer the job `j`. */
const MODELS_OF = `(
  select array_agg(case when split_part(m, ':', 1) = any(:providers::text[]) then m else a.organization_id::text || '/' || m end)
    from agents a cross join unnest(coalesce(a.model, :usualModel) || a.fallback_models) m
   where a.id = j.agent_id)`

/**
 * SQL for whether the job `j` needs a model and all models that may answer it are down. The
 * statement needs the values of `modelValues`. It is false for an agent that is being deleted.
 */
export const allDown = (isTrial = false) =>
  `(j.needs_model and coalesce(${MODELS_OF} <@ :models::text[]${isTrial ? ` and ${MODELS_OF} @> array[:trialModel]::text[]` : ''}, false))`

export const modelValues = (down: ModelsDown | undefined) =>
  down && {
    models: [...down.models],
    usualModel: down.usual,
    providers: [...down.providers],
    ...(down.trial !== undefined && { trialModel: down.trial }),
  }
