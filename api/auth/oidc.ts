import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { fetch } from 'undici'
import type { Config } from '../../shared/config/config.ts'
import { guardedAgent } from '../../shared/egress/guardedAgent.ts'
import { isTrusted, parseHosts } from '../../shared/egress/publicAddresses.ts'
import { AppError } from '../../shared/errors.ts'
import { parseUrl } from '../../shared/parseUrl.ts'

/** Milliseconds for each request to an identity provider. */
const REQUEST_MS = 10_000
/** Bytes of an answer: discovery documents have 5 kB, keys 10. */
const MAX_BYTES = 256 * 1024
/** Milliseconds for which a provider's addresses and keys are kept. */
const KEPT_MS = 10 * 60 * 1_000
const MAX_KEPT = 200

const NO_ENTRY = 'its authorization_endpoint must be an address with https.'

/** What the client has at an identity provider. */
export interface OidcClient {
  issuer: string
  client_id: string
  client_secret: string
}

/** What the browser's cookie keeps between leaving for the provider and coming back. */
export interface OidcChecks {
  state: string
  nonce: string
  verifier: string
}

/** What a provider says of somebody. `issuer` and `subject` identify them, and nothing else does. */
export interface OidcClaims {
  issuer: string
  subject: string
  claims: Readonly<Record<string, unknown>>
}

export interface OidcConnector {
  /** Finds the provider's addresses. @throws AppError single_sign_on_unavailable, which says why */
  discover(client: OidcClient, isFresh?: boolean): Promise<oidc.Configuration>
  /** Returns the address at which somebody signs in, and what to check when they come back. */
  begin(client: OidcClient, redirectUri: string): Promise<{ url: string; checks: OidcChecks }>
  /** Redeems the code in the address that they came back to. @throws AppError single_sign_on_failed, …_unavailable */
  finish(client: OidcClient, cameBackTo: URL, checks: OidcChecks): Promise<OidcClaims>
  close(): void
}

/** Reaches public addresses only, and those that the operator lists in EGRESS_ALLOWED_HOSTS. */
export function makeOidc({ EGRESS_ALLOWED_HOSTS }: Pick<Config, 'EGRESS_ALLOWED_HOSTS'>): OidcConnector {
  const trusted = parseHosts(EGRESS_ALLOWED_HOSTS)
  const agent = guardedAgent(trusted, {
    maxResponseSize: MAX_BYTES,
    headersTimeout: REQUEST_MS,
    bodyTimeout: REQUEST_MS,
  })
  const kept = new LRUCache<string, oidc.Configuration>({ max: MAX_KEPT, ttl: KEPT_MS })

  const guarded: oidc.CustomFetch = async (url, options) => {
    const answer = await fetch(url, {
      ...(options as object),
      redirect: 'manual',
      dispatcher: agent,
      // In place of the library's own, which is as long. Alone: Node collects a timeout inside AbortSignal.any() (nodejs/node#57736).
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    return answer as unknown as Response
  }

  async function discover({ issuer, client_id, client_secret }: OidcClient, isFresh = false) {
    const key = JSON.stringify([issuer, client_id, client_secret])
    const found = isFresh ? undefined : kept.get(key)
    if (found) return found
    try {
      const url = new URL(issuer)
      // Without TLS, somebody in between could answer: only where the operator has listed the host.
      const isPlain = url.protocol === 'http:' && isTrusted(url, trusted)
      const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])]
      const configuration = await oidc.discovery(url, client_id, client_secret, authentication, {
        [oidc.customFetch]: guarded,
        execute,
        timeout: REQUEST_MS / 1_000,
      })
      // Browsers go there: never to a script, and without TLS only where the issuer needs none.
      const entry = parseUrl(configuration.serverMetadata().authorization_endpoint ?? '')?.protocol
      if (entry !== 'https:' && !(isPlain && entry === 'http:'))
        throw new AppError('url_not_allowed', NO_ENTRY)
      kept.set(key, configuration)
      return configuration
    } catch (error) {
      throw unavailable(error)
    }
  }

  return {
    discover,

    async begin(client, redirectUri) {
      const configuration = await discover(client)
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

    async finish(client, cameBackTo, { state, nonce, verifier }) {
      const configuration = await discover(client)
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, cameBackTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const told = tokens.claims()!
        // Many providers put addresses and groups into this answer alone.
        const { userinfo_endpoint } = configuration.serverMetadata()
        const more = userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, told.sub)
          : {}
        return { issuer: told.iss, subject: told.sub, claims: { ...more, ...told } }
      } catch (error) {
        throw isOutage(error) ? unavailable(error) : failed(error)
      }
    },

    close: () => void agent.destroy(),
  }
}

/** As the provider says that it takes the secret; `client_secret_basic` is the standard's default. */
const authentication: oidc.ClientAuth = (server, client, body, headers) => {
  const secret = client.client_secret as string
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
  return way(secret)(server, client, body, headers)
}

/** The innermost causes say what was wrong: fetch wraps all errors in a TypeError. */
function rootOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? rootOf(cause) : error
}

const isOutage = (error: unknown) =>
  error instanceof TypeError ||
  ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(String((error as { code?: string }).code))

function unavailable(error: unknown): AppError {
  const root = rootOf(error)
  const why =
    root instanceof AppError || root instanceof oidc.ClientError
      ? root.message
      : ((root as { code?: string }).code ?? (root as Error).name)
  return new AppError(
    'single_sign_on_unavailable',
    `The identity provider of your organization cannot be reached, or answers what cannot be read: ${sentence(why)}`,
    { cause: error },
  )
}

/** A provider's own words stay out: anybody can put them into the address. */
const failed = (error: unknown) =>
  new AppError(
    'single_sign_on_failed',
    'The identity provider did not sign you in, or its answer does not belong to this browser or is too old. Start again.',
    { cause: error },
  )

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
