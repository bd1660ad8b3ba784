import type { Agent, buildConnector } from 'undici'
import { AppError } from '../errors.ts'
import { guardedConnector } from './connector.ts'
import { isTrusted, whyNotAllowed } from './publicAddresses.ts'
import { undici } from './undici.ts'

/** Returns a function that returns an agent, which it makes when it is first called. */
export function lazyGuardedAgent(
  trustedHosts: ReadonlySet<string>,
  options?: Agent.Options,
): () => Agent {
  let agent: Agent | undefined
  return () => {
    agent ??= guardedAgent(trustedHosts, options)
    return agent
  }
}

/**
 * Makes an agent for requests to addresses that an organization has chosen; see `guardedConnect`.
 * It follows no redirects.
 * @param trustedHosts see `parseHosts`
 */
export const guardedAgent = (
  trustedHosts: ReadonlySet<string>,
  options: Agent.Options = {},
): Agent => new (undici().Agent)({ ...options, connect: guardedConnect(trustedHosts) })

/**
 * Connects to public addresses at the ports 80 and 443, and to the hosts that the operator lists.
 * Checks each connection when it is made.
 * @param trustedHosts see `parseHosts`
 * @param signal ends every connection that was made, and attempts to connect
 */
export function guardedConnect(
  trustedHosts: ReadonlySet<string>,
  signal?: AbortSignal,
): buildConnector.connector {
  const [strict, open] = [guardedConnector(false, signal), guardedConnector(true, signal)]
  return (to, callback) => {
    const url = new URL(`${to.protocol}//${to.host ?? to.hostname}`)
    const reason = whyNotAllowed(url, trustedHosts)
    if (reason) return callback(new AppError('url_not_allowed', reason), null)
    return (isTrusted(url, trustedHosts) ? open : strict)(to, callback)
  }
}
