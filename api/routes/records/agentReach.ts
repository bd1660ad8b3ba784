import { notFound } from '../../../shared/lib/errors.ts'
import type { Ctx } from '../../context.ts'
import type { Reach } from './crud.ts'
import { idOf } from './ids.ts'

/**
 * Whether the caller may use this agent: a key may be limited to agents, and an application names
 * the agents of its visitors.
 */
export function reachesAgent(ctx: Ctx, agentId: string): boolean {
  const { agent_ids } = ctx.state.caller
  return agent_ids === null || agent_ids.includes(agentId.toLowerCase())
}

/**
 * Returns the id of the agent of the path.
 * @throws AppError not_found, also if the caller does not reach it
 */
export function agentIdOf(ctx: Ctx, parameter = 'id'): string {
  const id = idOf(ctx, 'agent', parameter)
  if (!reachesAgent(ctx, id)) throw notFound('agent')
  return id
}

/**
 * Returns the ids of the agents that the caller reaches, as PostgreSQL writes an array; undefined:
 * all.
 */
export function agentsOf(ctx: Ctx): string | undefined {
  const { agent_ids } = ctx.state.caller
  return agent_ids === null ? undefined : `{${agent_ids.join(',')}}`
}

/**
 * A key of some agents reads the knowledge that they answer from, and changes entries that serve no
 * others.
 */
export const entryReach: Reach = {
  reads: (ctx) => ({ serving: agentsOf(ctx) }),
  changes: (ctx) => ({ serving_only: agentsOf(ctx) }),
}

/** A key of some agents reads and changes only these. */
export const agentReach: Reach = {
  reads: (ctx) => ({ agents: agentsOf(ctx) }),
  changes: (ctx) => ({ agents: agentsOf(ctx) }),
}
