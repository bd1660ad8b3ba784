import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'

/** Seconds that a widget's token lives. */
export const TOKEN_SECONDS = 3600
/** How long an expired token still identifies its visitor. */
const RECALL_SECONDS = 24 * 3600
/** How long a visitor can renew their token, and so how long a stolen one works at most. */
const VISITOR_SECONDS = 30 * 24 * 3600
/** Seconds that two machines' clocks may differ. */
const SKEW_SECONDS = 30
const MAX_LENGTH = 2_000

const ISSUER = 'parley'
const AUDIENCE = 'widget'
const TYPE = 'widget+jwt'
const HEADER_FIELDS = ['alg', 'typ', 'kid']

/** A secret of at least 32 bytes, and the name by which a token says that it was signed with it. */
export interface SigningKey {
  kid: string
  secret: string
}

/** Whom a widget's token speaks for. */
export interface Visitor {
  /** Random, made at the first mint, and kept from token to token. */
  sub: string
  /** The application's client id. */
  app: string
  org: string
  origin: string
  /** When the visitor's first token was issued, in seconds since 1970. */
  since: number
}

export interface Tokens {
  /** undefined: no signing key is configured. */
  mint(visitor: Omit<Visitor, 'sub' | 'since'> & Partial<Pick<Visitor, 'sub' | 'since'>>): string | undefined
  /** The visitor, if the token is ours and lives. */
  verify(token: string): Visitor | undefined
  /** Like `verify`, also for one that ended at most 24 h ago; but no visitor is recalled for more than 30 days after the first. */
  recall(token: string): Visitor | undefined
}

/** @param keys the first one signs, all of them verify */
export function makeTokens(keys: readonly SigningKey[]): Tokens {
  const keyOf = new Map(keys.map(({ kid, secret }) => [kid, createSecretKey(Buffer.from(secret))]))

  function read(token: string, endedSecondsAgo: number): Visitor | undefined {
    if (token.length > MAX_LENGTH) return undefined
    try {
      const header = jwt.decode(token, { complete: true })?.header
      const key = header?.kid === undefined ? undefined : keyOf.get(header.kid)
      if (!key || header?.typ !== TYPE || !Object.keys(header).every((name) => HEADER_FIELDS.includes(name)))
        return undefined
      return visitorOf(verifySignature(token, key), endedSecondsAgo)
    } catch {
      return undefined
    }
  }

  return {
    mint({ sub = randomUUID(), since = Math.floor(Date.now() / 1000), app, org, origin }) {
      const [first] = keys
      if (!first) return undefined
      const { kid } = first
      return jwt.sign({ app, org, origin, since }, keyOf.get(kid)!, {
        algorithm: 'HS256',
        header: { alg: 'HS256', typ: TYPE, kid },
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: sub,
        jwtid: randomUUID(),
        expiresIn: TOKEN_SECONDS,
      })
    },
    verify: (token) => read(token, 0),
    recall(token) {
      const visitor = read(token, RECALL_SECONDS)
      return visitor && visitor.since > Date.now() / 1000 - VISITOR_SECONDS ? visitor : undefined
    },
  }
}

const verifySignature = (token: string, key: KeyObject) =>
  jwt.verify(token, key, {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: AUDIENCE,
    // `visitorOf` looks at the times: this library would let a token without them pass.
    ignoreExpiration: true,
  })

function visitorOf(claims: string | jwt.JwtPayload, endedSecondsAgo: number): Visitor | undefined {
  if (typeof claims === 'string') return undefined
  const { sub, app, org, origin, iat, exp, since = iat } = claims
  if (![sub, app, org, origin].every((claim) => typeof claim === 'string' && claim)) return undefined
  if (![iat, exp, since].every(Number.isFinite)) return undefined
  const now = Date.now() / 1000
  const isOurs = exp! > iat! && exp! - iat! <= TOKEN_SECONDS && iat! <= now + SKEW_SECONDS
  const lives = now < exp! + SKEW_SECONDS + endedSecondsAgo
  return isOurs && lives ? ({ sub, app, org, origin, since } as Visitor) : undefined
}
