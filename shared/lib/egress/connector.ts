import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { shareRunning } from '../async/shareRunning.ts'
import { AppError } from '../errors.ts'
import { isPublicAddress, NOT_PUBLIC } from './publicAddresses.ts'

/**
 * Connects to public addresses only, unless the host is trusted. Checks the address when it
 * connects, because a host can resolve to another one a moment later, and an address written as a
 * number is never looked up.
 */
export function guardedConnector(
  trusted: boolean,
  signal?: AbortSignal,
  resolve: (host: string) => Promise<LookupAddress[]> = resolveAll,
): buildConnector.connector {
  // Without a signal, undici keeps an unanswered connection attempt open until its own timeout of
  // 10 s.
  const settings = {
    maxCachedSessions: 0,
    ...(signal && { signal }),
  } as buildConnector.BuildOptions
  if (trusted) return buildConnector(settings)
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host)
      .then((found) => {
        const first = found[0]
        if (!first || !found.every(({ address }) => isPublicAddress(address)))
          throw notAllowed(NOT_PUBLIC)
        return all ? callback(null, found) : callback(null, first.address, first.family)
      })
      .catch((error) => callback(error, ''))
  }
  const connect = buildConnector({ ...settings, lookup } as buildConnector.BuildOptions)
  return (options, callback) => {
    if (isIP(options.hostname) && !isPublicAddress(options.hostname))
      return callback(notAllowed(NOT_PUBLIC), null)
    connect(options, (...[error, socket]) => {
      if (!socket) return callback(error ?? new Error('no socket'), null)
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(notAllowed(NOT_PUBLIC), null)
    })
  }
}

/**
 * The system's lookup holds one of the process's four threads for files, hashes and lookups, for 5
 * s and more when the name server is silent. So connections to the same host share it: a hundred
 * deliveries to one host must not hold up all else.
 */
const resolveAll = shareRunning((host) => systemLookup(host, { all: true }))

const notAllowed = (detail: string) => new AppError('url_not_allowed', detail)
