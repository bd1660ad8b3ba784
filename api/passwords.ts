import { validationFailed } from './middleware/validate.ts'

/** Of a password that a person chooses. Length is what protects; signs and digits need not be in it. */
export const newPassword = {
  type: 'string',
  minLength: 12,
  maxLength: 200,
  description: 'A sentence of some words is good. Not the address, and none of the most obvious ones.',
} as const

/** Parts of which obvious passwords are made. */
const OBVIOUS =
  /^(?:(?:pass|word|wort|passwor[dt]|qwertz?|qwert[yz]uiop|asdf(?:ghjkl?)?|zxcvbnm|azerty(?:uiop)?|abc(?:def(?:ghi)?)?|admin(?:istrator)?|owner|letmein|welcome|iloveyou|secret|parley|changeme|default|test(?:ing)?|user|login|\d{0,4}1234567890|1234567890|123456789|12345678|1234567|123456|12345|1234|123|0{2,}|1{2,}|[12]\d{3}|\d|[!?.@#$_\- ])+)$/i

/** @throws AppError validation_failed for a password that would be among the first to be guessed */
export function refuseObvious(field: string, password: string, email: string): void {
  const plain = password.normalize('NFKC').toLowerCase().trim()
  const [name = ''] = email.toLowerCase().split('@')
  const isRepeated = /^(.{1,4})\1+.{0,3}$/su.test(plain)
  const rest = plain.replaceAll(email.toLowerCase(), '').replaceAll(name, '')
  const isAddress = plain !== rest && rest.replace(/[^\p{L}\p{N}]/gu, '').length < 6
  if (plain.length >= 12 && !isRepeated && !isAddress && !OBVIOUS.test(plain)) return
  const detail = 'is too easy to guess: take some words that nobody would expect together'
  throw validationFailed([{ field, code: 'too_obvious', detail }])
}
