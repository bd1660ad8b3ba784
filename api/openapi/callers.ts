import { KEY_RULES, namesOf } from '../auth/scopes.ts'
import type { CredentialKind } from '../context.ts'
import type { RouteMetadata } from '../http/operation.ts'
import { BUCKETS, type Bucket, bucketsOf, type LimitSettings, limitOf } from '../limits/buckets.ts'
import { MAX_JSON_BYTES } from '../middleware/body.ts'

const CALLERS: Record<CredentialKind, string> = {
  application: 'A server, by key and secret',
  widget: "A visitor's browser, by a widget's token",
  dashboard: 'A user who is signed in to the dashboard',
}

/** Where an owner's limit replaces the service's. */
const OWN: Partial<Record<Bucket, string>> = {
  organization: ', or as many as the operator allows it',
  application: ', or fewer if an owner has set a limit',
}

/**
 * Describes who may call an operation, how often, and with how large a body, as its guards declare
 * it.
 */
export function callersOf(
  method: string,
  path: string,
  metadata: Partial<RouteMetadata>,
  settings: LimitSettings,
): string {
  const { credentials = [], limits, body, maxFileBytes } = metadata
  const kinds = credentials.length ? credentials : [undefined]
  const lines = kinds.map((kind) => {
    const who = kind ? CALLERS[kind] : 'Anybody, without credentials'
    const counted = limits ? bucketsOf(limits, kind, method, path) : []
    const sorted = counted.toSorted(
      (left, right) => Number(left === 'key') - Number(right === 'key'),
    )
    const most = sorted.map((bucket) => limitIn(bucket, settings, kind)).join('; ') || 'no limit'
    return `- ${who}: ${most}.${kind === 'application' ? neededBy(metadata.id) : ''}`
  })
  const size = maxFileBytes
    ? [`The file may have at most ${maxFileBytes / 1024 ** 2} MB.`]
    : body
      ? [`The body may have at most ${MAX_JSON_BYTES / 1024} kB.`]
      : []
  return ['**Callers and limits**', lines.join('\n'), ...size].join('\n\n')
}

function limitIn(
  bucket: Bucket,
  settings: LimitSettings,
  kind: CredentialKind | undefined,
): string {
  if (bucket === 'key') return "within them, the application's own limit, if an owner has set it"
  const limit = limitOf(settings, bucket, kind).toLocaleString('en')
  return `${limit} ${BUCKETS[bucket].counts}${OWN[bucket] ?? ''}`
}

/** Describes what a key with scopes or agents needs for an operation. */
function neededBy(id: string | undefined): string {
  const rule = KEY_RULES.get(id ?? '')
  if (!rule) return ''
  const single = rule.ofAgents ? '' : ', and all agents'
  const live = rule.isLive ? '; a test key may not use it' : ''
  return ` A key needs the ${namesOf(rule)}${single}${live}.`
}
