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
 * Makes an agent for requests to addresses that an organization has chosen. It allows public
 * addresses at the ports 80 and 443, and the hosts that the operator lists. It checks each
 * connection when it is made, and follows no redirects.
 * @param trustedHosts see `parseHosts`
 */
export function guardedAgent(
  trustedHosts: ReadonlySet<string>,
  options: Agent.Options = {},
): Agent {
  const [strict, open] = [guardedConnector(false), guardedConnector(true)]
  const connect: buildConnector.connector = (to, callback) => {
    const url = new URL(`${to.protocol}//${to.host ?? to.hostname}`)
    const reason = whyNotAllowed(url, trustedHosts)
    if (reason) return callback(new AppError('url_not_allowed', reason), null)
    return (isTrusted(url, trustedHosts) ? open : strict)(to, callback)
  }
  return new (undici().Agent)({ ...options, connect })
}
