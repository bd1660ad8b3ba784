import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * Returns the stored hash of a client secret or a session's token. One round of SHA-256 is enough,
 * because these have 256 random bits and cannot be guessed.
 */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Returns the stored hash of a key with limited scopes. Versions from before such keys know only
 * SHA-256. So they refuse the key, during a deployment or after a return to an earlier version.
 */
export const hashLimitedKey = (key: string) => createHash('sha512-256').update(key).digest()

/** OWASP's cost for scrypt with r = 8 and p = 3, as a power of 2: 32 MB and about 0.1 s a guess. */
export const PASSWORD_COST = 15
const costOf = (cost: number) => ({ N: 2 ** cost, r: 8, p: 3 })
type ScryptParameters = ReturnType<typeof costOf>

const HASH_BYTES = 32
const SALT_BYTES = 16

/**
 * Hashes a password with a random salt.
 * @param cost scrypt's N, as a power of 2
 * @returns `scrypt$N$r$p$salt$hash`, so that the cost can be raised later
 */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const parameters = costOf(cost)
  const hash = await derive(password, salt, parameters)
  return [
    'scrypt',
    ...Object.values(parameters),
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$')
}

/**
 * Checks a password. Takes as long for an unknown user, whose `stored` is undefined, so that the
 * time does not reveal which users exist.
 */
export async function isPassword(
  password: string,
  stored: string | undefined,
  cost = PASSWORD_COST,
): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? nobody(cost)).split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && stored !== undefined
}

const derive = (password: string, salt: Buffer, cost: ScryptParameters) =>
  new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Returns a stored value of this cost that no password matches. */
const nobody = (cost: number) =>
  ['scrypt', ...Object.values(costOf(cost)), 'A'.repeat(22), 'A'.repeat(43)].join('$')
