import { ERROR_CODES, ERRORS, type ErrorCode } from '../../shared/lib/errors.ts'

const carriersOf = (code: ErrorCode) => ERRORS[code].carriers ?? ['answer']

/** The codes that the API shows, in answers or in records. */
export const API_ERRORS = ERROR_CODES.filter((code) => carriersOf(code).length > 0)

/** The codes of answers to failed requests. */
export const REQUEST_ERRORS = ERROR_CODES.filter((code) => carriersOf(code).includes('answer'))

/** The codes of replies and knowledge entries whose job failed. */
export const JOB_ERRORS = ERROR_CODES.filter((code) => carriersOf(code).includes('record'))

/** Lists the codes with their meanings in Markdown. */
export const listErrors = (codes: readonly ErrorCode[], { withStatus = false } = {}) =>
  codes
    .map((code) => {
      const { status, means } = ERRORS[code]
      return `- \`${code}\`${withStatus ? ` (${status})` : ''}: ${means}`
    })
    .join('\n')
