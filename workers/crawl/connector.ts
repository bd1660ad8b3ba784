import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { AppError } from '../../shared/errors.ts'
import { isPublicAddress, NOT_PUBLIC } from './publicAddresses.ts'

/**
 * Makes connections to public addresses only. The check is where the connection is made: a host has other addresses
 * from one moment to the next, and one that is written as a number is looked up by nobody.
 */
export function guardedConnector(
  trusted: boolean,
  signal: AbortSignal,
  resolve: (host: string) => Promise<LookupAddress[]> = resolveAll,
): buildConnector.connector {
  // The signal also ends a connection that nobody answers, which undici would leave to time out.
  const settings = { maxCachedSessions: 0, signal } as buildConnector.BuildOptions
  if (trusted) return buildConnector(settings)
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host)
      .then((found) => {
        const first = found[0]
        if (!first || !found.every(({ address }) => isPublicAddress(address))) throw notAllowed(NOT_PUBLIC)
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

const resolveAll = (host: string) => systemLookup(host, { all: true })

const notAllowed = (detail: string) => new AppError('url_not_allowed', detail)
