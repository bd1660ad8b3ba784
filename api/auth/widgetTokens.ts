import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'

/** Lifetime of a widget's token, in seconds. */
export const TOKEN_SECONDS = 3600
/**
 * Seconds for which a visitor can renew their token, even an expired token: a remembered visitor
 * may come back after weeks. A stolen token works at most this long.
 */
const VISITOR_SECONDS = 30 * 24 * 3600
/** Seconds by which the clocks of two machines may differ. */
const SKEW_SECONDS = 30
const MAX_LENGTH = 2_000

const ISSUER = 'parley'
const AUDIENCE = 'widget'
const TYPE = 'widget+jwt'
const HEADER_FIELDS = ['alg', 'typ', 'kid']

/** A secret of at least 32 bytes. Tokens name the key that signed them by its `kid`. */
export interface SigningKey {
  kid: string
  secret: string
}

/** The visitor that a widget's token stands for. */
export interface Visitor {
  /** A random id, made with the visitor's first token and kept in all later ones. */
  sub: string
  /** The application's client id. */
  app: string
  org: string
  origin: string
  /** When the visitor's first token was issued, in seconds since 1970. */
  since: number
  /** The customer whom the visitor is known to be; undefined: they are anonymous. */
  customer?: KnownCustomer | undefined
}

/** A customer for whom an identity token has vouched. */
export interface KnownCustomer {
  /** The id of their context. */
  context: string
  /** The id of the identity secret that signed the token. */
  secret: string
  /** When the token ends, in seconds since 1970. */
  until: number
}

export interface Tokens {
  /** Signs a token; undefined: no signing key is configured. */
  mint(
    visitor: Omit<Visitor, 'sub' | 'since'> & Partial<Pick<Visitor, 'sub' | 'since'>>,
  ): string | undefined
  /** Returns the visitor; undefined: the token is not ours, or has expired. */
  verify(token: string): Visitor | undefined
  /**
   * Like `verify`, for 24 h after the token's end, and at most 30 days after the visitor's first
   * token. Leaves out the customer if nothing vouches for them any more.
   */
  recall(token: string): Visitor | undefined
}

/** Makes the tokens of widgets. @param keys the first key signs, all of them verify */
export function makeTokens(keys: readonly SigningKey[]): Tokens {
  const keyOf = new Map(keys.map(({ kid, secret }) => [kid, createSecretKey(Buffer.from(secret))]))

  function read(token: string, endedSecondsAgo: number): Visitor | undefined {
    if (token.length > MAX_LENGTH) return undefined
    try {
      const header = jwt.decode(token, { complete: true })?.header
      const key = header?.kid === undefined ? undefined : keyOf.get(header.kid)
      if (
        !key ||
        header?.typ !== TYPE ||
        !Object.keys(header).every((name) => HEADER_FIELDS.includes(name))
      )
        return undefined
      return visitorOf(verifySignature(token, key), endedSecondsAgo)
    } catch {
      return undefined
    }
  }

  return {
    mint({
      sub = randomUUID(),
      since = Math.floor(Date.now() / 1000),
      app,
      org,
      origin,
      customer,
    }) {
      const [first] = keys
      if (!first) return undefined
      const { kid } = first
      return jwt.sign({ app, org, origin, since, ...(customer && { customer }) }, keyOf.get(kid)!, {
        algorithm: 'HS256',
        header: { alg: 'HS256', typ: TYPE, kid },
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: sub,
        jwtid: randomUUID(),
        expiresIn: secondsOf({ customer }),
      })
    },
    verify: (token) => read(token, 0),
    recall(token) {
      const visitor = read(token, VISITOR_SECONDS)
      const now = Date.now() / 1000
      if (!visitor || visitor.since <= now - VISITOR_SECONDS) return undefined
      const { customer, ...anonymous } = visitor
      return customer && customer.until > now ? visitor : anonymous
    },
  }
}

/**
 * Returns the lifetime of a new token in seconds. A customer's token ends when the proof of their
 * identity does.
 */
export const secondsOf = ({ customer }: Pick<Visitor, 'customer'>): number =>
  customer
    ? Math.max(1, Math.min(TOKEN_SECONDS, customer.until - Math.floor(Date.now() / 1000)))
    : TOKEN_SECONDS

const verifySignature = (token: string, key: KeyObject) =>
  jwt.verify(token, key, {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: AUDIENCE,
    // The library accepts tokens without times, so `visitorOf` checks the times.
    ignoreExpiration: true,
  })

function visitorOf(claims: string | jwt.JwtPayload, endedSecondsAgo: number): Visitor | undefined {
  if (typeof claims === 'string') return undefined
  const { sub, app, org, origin, iat, exp, since = iat, customer } = claims
  if (![sub, app, org, origin].every((claim) => typeof claim === 'string' && claim))
    return undefined
  if (![iat, exp, since].every(Number.isFinite)) return undefined
  const now = Date.now() / 1000
  const isOurs = exp! > iat! && exp! - iat! <= TOKEN_SECONDS && iat! <= now + SKEW_SECONDS
  const lives = now < exp! + SKEW_SECONDS + endedSecondsAgo
  return isOurs && lives
    ? ({ sub, app, org, origin, since, ...(customer && { customer }) } as Visitor)
    : undefined
}
