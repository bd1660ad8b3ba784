import { type ConnectionFault, connectionFault } from '../lib/egress/connectionFault.ts'
import { AppError } from '../lib/errors.ts'

const FAULTS: Record<Exclude<ConnectionFault, 'address_not_allowed'>, string> = {
  unknown_host: 'No host has this name.',
  not_reachable: 'The server accepts no connection.',
  tls_failed: 'The certificate of the server is not valid, or no encryption could be agreed on.',
}

/** Says in a sentence why a request was not sent. @param error the cause of `NotSent` */
export function whyNotSent(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'No connection could be made in time.'
  if (error instanceof AppError) return error.message
  return FAULTS[connectionFault(error) as keyof typeof FAULTS] ?? 'No connection could be made.'
}
