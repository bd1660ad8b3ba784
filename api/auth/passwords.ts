import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { validationFailed } from '../http/fieldErrors.ts'

/** The rule for a password that a person chooses. Length protects; signs and digits are not required. */
export const newPassword = {
  type: 'string',
  minLength: 12,
  maxLength: 200,
  description:
    'The new password; some words that nobody expects together are good. One that is easy to guess, or made of the address, is refused (`too_obvious`).',
} as const

/** zxcvbn's highest: more than 10^10 guesses. At the next, two names and a number pass. */
const LEAST_SCORE = 4

/** Characters that are looked at: what follows only adds, and 200 would keep the event loop for 2 s. */
const LOOKED_AT = 32

/** @throws AppError validation_failed for a password that would be among the first to be guessed */
export async function refuseObvious(field: string, password: string, email: string): Promise<void> {
  const estimator = await loadEstimator()
  const plain = password.normalize('NFKC').trim()
  // People think of the parts of their address first.
  const own = ['parley', email, ...email.split(/[@.+_-]/)].filter(({ length }) => length > 2)
  const { score } = estimator.check(plain.slice(0, LOOKED_AT), own)
  if (plain.length >= newPassword.minLength && score >= LEAST_SCORE) return
  const detail = 'is too easy to guess: take some words that nobody would expect together'
  throw validationFailed([{ field, code: 'too_obvious', detail }])
}

/** Loaded at the first password: its lists are large, and most API processes never see one. */
const loadEstimator = () => (loading ??= load())
let loading: Promise<ZxcvbnFactory> | undefined

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })
}
