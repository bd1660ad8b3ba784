import { ERROR_CODES, ERRORS } from '../../shared/lib/errors.ts'

/**
 * Returns the table of `docs/errors.md`. Each code has an anchor, so that other pages can link to
 * it.
 */
export const errorTable = () =>
  [
    '| code | status | what it means | what to do |',
    '|---|---|---|---|',
    ...ERROR_CODES.map((code) => {
      const { status, means, remedy } = ERRORS[code]
      return `| \`${code}\` | ${status} | <a id="${code}"></a>${means} | ${remedy} |`
    }),
  ].join('\n')
