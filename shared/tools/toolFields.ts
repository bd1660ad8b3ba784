import { isTrusted, whyNotAllowed } from '../lib/egress/publicAddresses.ts'
import type { FieldError } from '../lib/errors.ts'
import { schemaProblems } from './schemaProblems.ts'
import { templateProblems } from './templates.ts'
import type { ToolFields } from './tools.ts'
import { originOf, urlProblems } from './urlTemplate.ts'

const refusal = (field: string, code: string, detail: string): FieldError => ({
  field,
  code,
  detail,
})

/**
 * Returns what is wrong with the fields of a tool, each with what to do.
 * @param allowedHosts hosts that need not be public: see `parseHosts`
 */
export function toolProblems(fields: ToolFields, allowedHosts: ReadonlySet<string>): FieldError[] {
  // A server of MCP describes its own tools; what Parley does not know of it is not checked.
  const ofSchema = fields.kind === 'http' ? schemaProblems(fields.input_schema) : []
  return [
    ...ofSchema,
    // Templates name parts of the schema, so it must be right.
    ...(ofSchema.length ? [] : templateProblems(fields)),
    ...addressProblems(fields, allowedHosts),
    ...headerProblems(fields),
    ...(fields.confirm_when && fields.confirm === 'never'
      ? [refusal('confirm_when', 'confirm', 'needs confirm to be customer or person')]
      : []),
  ]
}

function addressProblems(
  { url_template, probe, auth_header, input_schema }: ToolFields,
  allowedHosts: ReadonlySet<string>,
): FieldError[] {
  const templates = [
    ['url_template', url_template],
    ['probe.url_template', probe?.url_template ?? null],
  ] as const
  const origins = templates.flatMap(([field, template]) =>
    // Other problems of a template are named by `templateProblems`.
    template === null || urlProblems(template, input_schema, field).length
      ? []
      : [{ field, url: new URL(originOf(template)) }],
  )
  const [first, second] = origins
  return [
    ...origins.flatMap(({ field, url }) => {
      const reason = addressProblem(url, allowedHosts)
      return reason ? [refusal(field, 'url_not_allowed', reason)] : []
    }),
    ...(auth_header && first && second && first.url.origin !== second.url.origin
      ? [
          refusal(
            'probe.url_template',
            'other_server',
            `must be at ${first.url.origin}, as it gets the same credentials`,
          ),
        ]
      : []),
  ]
}

/** Returns why requests may not go to an address; undefined: they may. */
function addressProblem(url: URL, allowedHosts: ReadonlySet<string>): string | undefined {
  const reason = whyNotAllowed(url, allowedHosts)
  if (reason)
    return `is refused: ${reason} The operator can list ${url.host} in EGRESS_ALLOWED_HOSTS`
  if (url.protocol === 'https:' || isTrusted(url, allowedHosts)) return undefined
  return `must begin with https://, because others could read and change what is sent. The operator can list ${url.host} in EGRESS_ALLOWED_HOSTS`
}

/**
 * Headers that Parley or HTTP itself sets. An owner's value would change what a request says of its
 * sender or where it ends.
 */
const RESERVED =
  /^(?:host|accept|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|date|user-agent|traceparent|tracestate|accept-.*|content-.*|proxy-.*|parley-.*|webhook-.*)$/i

/** Whether Parley or HTTP itself sets a header. */
export const isReservedHeader = (name: string): boolean => RESERVED.test(name)

function headerProblems({ auth_header, idempotency_header }: ToolFields): FieldError[] {
  const named = [
    ['auth.header', auth_header],
    ['idempotency_header', idempotency_header],
  ] as const
  const reserved = named
    .filter(([, header]) => header !== null && isReservedHeader(header))
    .map(([field]) =>
      refusal(field, 'reserved', 'is set by Parley or by HTTP: name another header'),
    )
  const isSame =
    auth_header !== null && auth_header.toLowerCase() === idempotency_header?.toLowerCase()
  return isSame
    ? [...reserved, refusal('idempotency_header', 'reserved', 'has the credentials: name another')]
    : reserved
}

/** Whether two templates lead to the same server, so that the same credentials may be sent. */
export const leadToSameServer = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && originOf(left) === originOf(right))
