interface RedisPlace {
  host: string
  port: number
}

/** Options of the Redis client: one server, or Sentinels and the name of their master. */
export interface RedisAddress extends Partial<RedisPlace> {
  username?: string
  password?: string
  db: number
  /** 0: IPv4 or IPv6. */
  family?: number
  tls?: { rejectUnauthorized?: boolean }
  name?: string
  sentinels?: RedisPlace[]
  sentinelPassword?: string
  sentinelTLS?: { rejectUnauthorized?: boolean }
  enableTLSForSentinelMode?: boolean
}

const SENTINEL_PORT = 26379

/**
 * The value of `sslmode` that, as in DATABASE_URL, encrypts the connection and accepts any
 * certificate.
 */
const NO_VERIFY = 'no-verify'

/**
 * Reads REDIS_URL: `redis[s]://[user:password@]host[:port][/database]`, or the addresses of
 * Sentinels as Lettuce writes them,
 * `redis[s]-sentinel://[user:password@]host[:port],host[:port][/database]#master`.
 * `?sslmode=no-verify` accepts any certificate, `?family=0` uses IPv6 as well as IPv4, and
 * `?sentinel_password=…` is for Sentinels with a password of their own.
 * @returns undefined if the text is none of these
 */
export function readRedisAddress(address: string): RedisAddress | undefined {
  const [, scheme, user = '', hosts, rest] =
    /^(rediss?)-sentinel:\/\/([^@/?#]*@)?([^@/?#]+)(.*)$/s.exec(address) ?? []
  // Replaces the list of hosts by a single host, so that the rest can be parsed as a URL.
  const whole = hosts ? `${scheme}://${user}sentinels${rest}` : address
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  if (![url.username, url.password, url.hash].every(isDecodable)) return undefined
  const { protocol, username, password, pathname, searchParams, hash } = url
  if (protocol !== 'redis:' && protocol !== 'rediss:') return undefined
  const verify = searchParams.get('sslmode') !== NO_VERIFY
  const tls = protocol === 'rediss:' ? { tls: verify ? {} : { rejectUnauthorized: false } } : {}
  const common: RedisAddress = {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1) || searchParams.get('db') || 0),
    ...(searchParams.has('family') && { family: Number(searchParams.get('family')) }),
    ...tls,
  }
  if (!Number.isInteger(common.db)) return undefined
  if (!hosts) return { ...common, host: hostOf(url), port: Number(url.port || 6379) }
  const sentinels = hosts.split(',').map((host) => `redis://${host}`)
  const name = decodeURIComponent(hash.slice(1))
  if (!name || !sentinels.every((sentinel) => URL.canParse(sentinel))) return undefined
  const sentinelPassword = searchParams.get('sentinel_password')
  return {
    ...common,
    name,
    sentinels: sentinels.map((address) => {
      const sentinel = new URL(address)
      return { host: hostOf(sentinel), port: Number(sentinel.port || SENTINEL_PORT) }
    }),
    ...(sentinelPassword && { sentinelPassword }),
    ...('tls' in tls && { enableTLSForSentinelMode: true, sentinelTLS: tls.tls }),
  }
}

/** Whether two hexadecimal digits follow each `%`. */
const isDecodable = (text: string) => !/%(?![\da-f]{2})/i.test(text)

/** Returns the host, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '') || 'localhost'

/** Adds `sslmode=no-verify` to a Redis address. */
export function withoutVerification(address: string): string {
  const [place = '', ...master] = address.split('#')
  const asked = `${place}${place.includes('?') ? '&' : '?'}sslmode=${NO_VERIFY}`
  return [asked, ...master].join('#')
}
