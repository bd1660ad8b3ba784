import about from '../../package.json' with { type: 'json' }
import type { Sealer } from '../lib/sealing.ts'
import type { PlannedToolCall } from './callAnswer.ts'
import { identityHeaders } from './identity.ts'
import { signatureHeaders, signedText } from './signing.ts'
import type { PlannedRequest } from './templates.ts'
import { type Tool, toolPlace } from './tools.ts'

/** What the headers of a tool's requests keep secret. */
export interface ToolSecrets {
  /** The credentials; undefined: the tool sends none. */
  auth?: string | undefined
  /** Signs the request; undefined: it is not signed. */
  signing?: string | undefined
}

/** @throws AppError secret_key_missing */
export const secretsOf = (tool: Tool, sealer: Sealer): ToolSecrets => ({
  auth: tool.sealed_auth === null ? undefined : sealer.open(tool.sealed_auth, toolPlace(tool)),
  signing:
    tool.sealed_secret === null ? undefined : sealer.open(tool.sealed_secret, toolPlace(tool)),
})

/** Returns the headers of a call, by their names in lower case. Ours come last and win. */
export function headersOf(
  { tool, facts }: PlannedToolCall,
  request: PlannedRequest,
  { auth, signing }: ToolSecrets,
  now: Date,
): Record<string, string> {
  const identity = identityHeaders(facts)
  const { auth_header, idempotency_header } = tool
  return {
    accept: 'application/json, */*;q=0.5',
    'user-agent': `Parley/${about.version}`,
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(auth !== undefined && auth_header !== null && header(auth_header, auth)),
    ...(idempotency_header !== null && header(idempotency_header, facts.call_id)),
    ...identity,
    ...(signing !== undefined &&
      signatureHeaders(signing, facts.call_id, signedText(request, identity), now)),
  }
}

const header = (name: string, value: string) => ({ [name.toLowerCase()]: value })
