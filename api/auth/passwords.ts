import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { validationFailed } from '../http/fieldErrors.ts'

/** The rule for new passwords. Length protects; digits and symbols are not required. */
export const newPassword = {
  type: 'string',
  minLength: 12,
  maxLength: 200,
  description:
    'The new password, such as a few unrelated words. A password that is easy to guess, or made of the address, is refused (`too_obvious`).',
} as const

/**
 * zxcvbn's highest score: over 10^10 guesses. With the next lower score, two names and a number
 * would pass.
 */
const MIN_SCORE = 4

/**
 * Characters to check. More only add strength, and checking 200 would block the event loop for 2 s.
 */
const LOOKED_AT = 32

/** Refuses a password that is easy to guess. @throws AppError validation_failed */
export async function refuseObvious(field: string, password: string, email: string): Promise<void> {
  const estimator = await loadEstimator()
  const plain = password.normalize('NFKC').trim()
  // People like to use parts of their email address.
  const own = ['parley', email, ...email.split(/[@.+_-]/)].filter(({ length }) => length > 2)
  const { score } = estimator.check(plain.slice(0, LOOKED_AT), own)
  if (plain.length >= newPassword.minLength && score >= MIN_SCORE) return
  const detail = 'is too easy to guess: use a few unrelated words'
  throw validationFailed([{ field, code: 'too_obvious', detail }])
}

/**
 * Loads at the first password, because the word lists are large and most API processes never need
 * them.
 */
const loadEstimator = () => (loading ??= load())
let loading: Promise<ZxcvbnFactory> | undefined

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}
