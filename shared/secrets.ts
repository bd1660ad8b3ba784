import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * What is stored of a client secret or a session's token. They have 256 random bits, so that one round of SHA-256
 * protects them: there is nothing to guess.
 */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/** 32 MB and about 0.1 s a guess: OWASP's parameters for scrypt with r = 8 and p = 3. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const HASH_BYTES = 32
const SALT_BYTES = 16

/** @returns `scrypt$N$r$p$salt$hash`, so that the cost can be raised later */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Takes as long for `undefined`, a user that there is not, so that the time tells nobody who there is. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? NOBODY).split('$')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && stored !== undefined
}

const derive = (password: string, salt: Buffer, cost: typeof COST) =>
  new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** A hash that no password has, at today's cost. */
const NOBODY = ['scrypt', COST.N, COST.r, COST.p, 'A'.repeat(22), 'A'.repeat(43)].join('$')
