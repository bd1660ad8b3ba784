import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let loaded: typeof import('undici') | undefined

/**
 * Loads undici at the first request to another server. It takes 5 MB, and most API processes send
 * no such request.
 */
export function undici(): typeof import('undici') {
  loaded ??= require('undici') as typeof import('undici')
  return loaded
}
