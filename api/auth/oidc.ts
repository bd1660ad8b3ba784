import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import pLimit from 'p-limit'
import { makeQueues } from '../../shared/lib/async/queues.ts'
import { shareRunning } from '../../shared/lib/async/shareRunning.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { AnswerTooLarge, readBounded } from '../../shared/lib/egress/boundedRequest.ts'
import { guardedAgent } from '../../shared/lib/egress/guardedAgent.ts'
import { isTrusted, parseHosts } from '../../shared/lib/egress/publicAddresses.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'
import { toStorableText } from '../../shared/lib/storable.ts'

/** Milliseconds for each request to an identity provider. */
const REQUEST_MS = 10_000
/** Bytes of an answer, also after unpacking: discovery documents have 5 kB, keys 10. */
const MAX_BYTES = 256 * 1024
/** Milliseconds for which a provider's addresses and keys are cached. */
const KEPT_MS = 10 * 60 * 1_000
/**
 * Bytes of all cached addresses: 1 kB for each issuer. Their keys take as much again, 2 to 10 kB
 * each.
 */
const MAX_KEPT_BYTES = 2 * 1024 * 1024
/**
 * Milliseconds for which a failure is cached. Anybody may begin to sign in, which must not make us
 * call the provider each time.
 */
const FAILURE_KEPT_MS = 15_000
const MAX_KEPT_FAILURES = 1_000
/**
 * Discoveries that an organization may have running and waiting, and that the process runs at a
 * time.
 */
const OF_ORGANIZATION = { atOnce: 1, waiting: 5 }
const MAX_DISCOVERIES = 50
/**
 * Sign-ins of an organization that may ask its provider at a time, and that may wait. Each reads at
 * most three answers.
 */
const FINISHING = { atOnce: 10, waiting: 20 }

/**
 * The fields of a provider's document that are used. The rest is dropped: a document may have 256
 * kB.
 */
const USED = [
  ...([
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'jwks_uri',
  ] as const),
  ...(['token_endpoint_auth_methods_supported', 'id_token_signing_alg_values_supported'] as const),
  ...([
    'userinfo_signing_alg_values_supported',
    'authorization_response_iss_parameter_supported',
  ] as const),
]

/** The most characters of a subject (OpenID Connect). */
const MAX_SUBJECT = 255

const NO_ENTRY = 'its authorization_endpoint must be an address with https.'

/** An organization's client at its identity provider. */
export interface OidcClient {
  /** The organization whose identity provider it is. */
  organization_id: string
  issuer: string
  client_id: string
  client_secret: string
}

/** Kept in the browser's cookie while the user is at the provider. */
export interface OidcChecks {
  state: string
  nonce: string
  verifier: string
}

/** A provider's claims about a user. Only `issuer` and `subject` identify the user. */
export interface OidcClaims {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

export interface OidcConnector {
  /**
   * Asks the provider for its addresses again.
   * @throws AppError single_sign_on_unavailable, which says why; unavailable
   */
  discover(client: OidcClient): Promise<void>
  /** Returns the address at which the user signs in, and what to check when they come back. */
  begin(client: OidcClient, redirectUri: string): Promise<{ url: string; checks: OidcChecks }>
  /**
   * Redeems the code in the address to which the provider sent the user back.
   * @throws AppError single_sign_on_failed, …_unavailable
   */
  finish(client: OidcClient, cameBackTo: URL, checks: OidcChecks): Promise<OidcClaims>
  close(): void
}

/**
 * Makes a `fetch` for the library that reaches only what the agent allows, and reads bounded
 * answers.
 */
function makeGuardedFetch(
  dispatcher: ReturnType<typeof guardedAgent>,
  requestMs: number,
): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    try {
      const { status, bytes, ...answer } = await readBounded(url, {
        method: method as 'GET',
        headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
        body: body ? String(body) : null,
        dispatcher,
        maxBytes: MAX_BYTES,
        // Replaces the library's own timeout, which is as long. It is not combined with another
        // signal: Node collects a timeout inside AbortSignal.any() (nodejs/node#57736).
        signal: AbortSignal.timeout(requestMs),
      })
      const sent = Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        `${value}`,
      ])
      return new Response(bytes.length ? bytes : null, { status, headers: sent })
    } catch (cause) {
      // The library expects the error that `fetch` throws.
      throw new TypeError('fetch failed', { cause })
    }
  }
}

/**
 * Makes the OpenID Connect client. It reaches public addresses only, and hosts that the operator
 * lists in EGRESS_ALLOWED_HOSTS.
 */
export function makeOidc(
  { EGRESS_ALLOWED_HOSTS }: Pick<Config, 'EGRESS_ALLOWED_HOSTS'>,
  requestMs = REQUEST_MS,
): OidcConnector {
  const trusted = parseHosts(EGRESS_ALLOWED_HOSTS)
  const agent = guardedAgent(trusted)
  /** Providers' keys, by the address of the keys. */
  const keys = new LRUCache<string, oidc.ExportedJWKSCache>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (cache, address) => JSON.stringify(cache).length + address.length,
  })
  const finishes = makeQueues(FINISHING, busy)

  const guarded = makeGuardedFetch(agent, requestMs)

  /** Makes the library's configuration of a client. @param ask requests the provider's document */
  function configure(
    { issuer, client_id, client_secret }: Omit<OidcClient, 'organization_id'>,
    ask: oidc.CustomFetch,
  ): Promise<oidc.Configuration> {
    const url = new URL(issuer)
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(isPlain(url) ? [oidc.allowInsecureRequests] : []),
    ]
    return oidc.discovery(url, client_id, client_secret, authentication, {
      [oidc.customFetch]: ask,
      execute,
      timeout: REQUEST_MS / 1_000,
    })
  }

  /**
   * Whether an address may be without TLS. An attacker in between could answer, so the operator
   * must have listed the host.
   */
  const isPlain = (url: URL) => url.protocol === 'http:' && isTrusted(url, trusted)

  const documents = makeDocuments(async (issuer) => {
    const nobody = { issuer, client_id: 'none', client_secret: 'none' }
    const found = (await configure(nobody, guarded)).serverMetadata()
    // Browsers go to this address, so it is never a script, and is without TLS only if the issuer's
    // is.
    const entry = parseUrl(found.authorization_endpoint ?? '')?.protocol
    if (entry !== 'https:' && !(entry === 'http:' && isPlain(new URL(issuer))))
      throw new AppError('url_not_allowed', NO_ENTRY)
    return JSON.stringify(Object.fromEntries(USED.map((name) => [name, found[name]])))
  })

  async function reach(client: OidcClient): Promise<oidc.Configuration> {
    const document = await documents.latest(client)
    const configuration = await configure(client, async () => Response.json(JSON.parse(document)))
    configuration[oidc.customFetch] = guarded
    return configuration
  }

  async function redeem(
    client: OidcClient,
    cameBackTo: URL,
    { state, nonce, verifier }: OidcChecks,
  ): Promise<OidcClaims> {
    const configuration = await reach(client)
    const { userinfo_endpoint, jwks_uri = '' } = configuration.serverMetadata()
    const known = keys.get(jwks_uri)
    if (known) oidc.setJwksCache(configuration, known)
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (!isSubject(claims.sub)) throw new Error('the provider sends no subject')
      // Many providers send addresses and groups only in this answer.
      const more = userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      return { issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } }
    } catch (error) {
      throw isOutage(error) ? unavailable(error) : failed(error)
    } finally {
      const latest = oidc.getJwksCache(configuration)
      if (latest && latest.uat !== known?.uat) keys.set(jwks_uri, latest)
    }
  }

  return {
    discover: async (client) => void (await documents.ask(client)),

    async begin(client, redirectUri) {
      const configuration = await reach(client)
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },

    finish: (client, cameBackTo, checks) =>
      finishes(client.organization_id, () => redeem(client, cameBackTo, checks)),

    close: () => void agent.destroy(),
  }
}

const isSubject = (sub: string) => sub.length <= MAX_SUBJECT && toStorableText(sub) === sub

type Asker = Pick<OidcClient, 'organization_id' | 'issuer'>

/**
 * Caches the documents of issuers, which depend on no client. Organizations with the same issuer
 * share its answer.
 * @param discover asks an issuer for its document
 */
function makeDocuments(discover: (issuer: string) => Promise<string>) {
  const documents = new LRUCache<string, string>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (document, issuer) => document.length + issuer.length,
  })
  const failures = new LRUCache<string, string>({ max: MAX_KEPT_FAILURES, ttl: FAILURE_KEPT_MS })
  const [ofProcess, ofOrganizations] = [pLimit(MAX_DISCOVERIES), makeQueues(OF_ORGANIZATION, busy)]

  const askIssuer = shareRunning((issuer) =>
    ofProcess(async () => {
      try {
        const document = await discover(issuer)
        documents.set(issuer, document)
        failures.delete(issuer)
        return document
      } catch (error) {
        const failure = unavailable(error)
        // The cause is left out, because it holds the provider's answer.
        failures.set(issuer, failure.message)
        throw failure
      }
    }),
  )
  /** One at a time for each organization, whichever issuers it names. */
  const askInTurn = shareRunning((key) => {
    const [organizationId, issuer] = JSON.parse(key) as [string, string]
    return ofOrganizations(organizationId, () => askIssuer(issuer))
  })
  const ask = ({ organization_id, issuer }: Asker) =>
    askInTurn(JSON.stringify([organization_id, issuer]))

  return {
    ask,
    /**
     * Returns the cached document, else throws the cached failure, else asks the issuer.
     * @throws AppError single_sign_on_unavailable
     */
    async latest(client: Asker): Promise<string> {
      const known = documents.get(client.issuer)
      if (known) return known
      const failure = failures.get(client.issuer)
      if (failure) throw new AppError('single_sign_on_unavailable', failure)
      return ask(client)
    },
  }
}

const busy = () =>
  new AppError(
    'unavailable',
    "Too many requests wait for your organization's identity provider. Try again.",
    {
      retryAfter: REQUEST_MS / 1_000,
    },
  )

/**
 * Sends the client's secret in a way that the provider accepts. The standard's default is
 * `client_secret_basic`.
 */
const authentication: oidc.ClientAuth = (server, client, body, headers) => {
  const secret = client.client_secret as string
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const way = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic
    : oidc.ClientSecretPost
  return way(secret)(server, client, body, headers)
}

/**
 * Returns the innermost cause, which says what was wrong: fetch wraps all errors in a TypeError.
 */
function rootOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? rootOf(cause) : error
}

const isOutage = (error: unknown) =>
  error instanceof TypeError ||
  ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(String((error as { code?: string }).code))

function unavailable(error: unknown): AppError {
  return new AppError(
    'single_sign_on_unavailable',
    `The identity provider of your organization cannot be reached, or answers what cannot be read: ${sentence(whyOf(rootOf(error)))}`,
    { cause: error },
  )
}

function whyOf(root: unknown): string {
  if (
    root instanceof AppError ||
    root instanceof oidc.ClientError ||
    root instanceof AnswerTooLarge
  )
    return root.message
  const { name, code } = root as { name: string; code?: unknown }
  // A timeout is a DOMException, so its code is the number 23.
  if (name === 'TimeoutError') return 'it does not answer in time'
  return typeof code === 'string' ? code : String(name)
}

/** Leaves out the provider's own words, because anybody can put them into the address. */
const failed = (error: unknown) =>
  new AppError(
    'single_sign_on_failed',
    'The identity provider did not sign you in, or its answer does not belong to this browser or is too old. Start again.',
    { cause: error },
  )

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
