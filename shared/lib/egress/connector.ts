import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { shareRunning } from '../async/shareRunning.ts'
import { AppError } from '../errors.ts'
import { isPublicAddress, NOT_PUBLIC } from './publicAddresses.ts'
import { undici } from './undici.ts'

/**
 * Connects to public addresses only, unless the host is trusted. Checks the address when it
 * connects, because a host can resolve to another address a moment later, and because an address
 * that is written as a number is never looked up.
 */
export function guardedConnector(
  trusted: boolean,
  signal?: AbortSignal,
  resolve: (host: string) => Promise<LookupAddress[]> = resolveAll,
): buildConnector.connector {
  // Without this signal, undici keeps an unanswered connection attempt open until its own timeout
  // of 10 s.
  const settings = {
    maxCachedSessions: 0,
    ...(signal && { signal }),
  } as buildConnector.BuildOptions
  if (trusted) return undici().buildConnector(settings)
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
  const connect = undici().buildConnector({ ...settings, lookup } as buildConnector.BuildOptions)
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
 * Looks a host up. Connections to the same host share a look-up: it occupies one of the process's
 * four threads for files, hashes and look-ups, for 5 s and more if the name server is silent. A
 * hundred deliveries to one host must not block everything else.
 */
const resolveAll = shareRunning((host) => systemLookup(host, { all: true }))

const notAllowed = (detail: string) => new AppError('url_not_allowed', detail)
