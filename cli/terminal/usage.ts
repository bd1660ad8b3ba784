import { type ParseArgsConfig, parseArgs, styleText } from 'node:util'
import { closest, distance } from 'fastest-levenshtein'
import type { Environment } from '../../shared/lib/config/config.ts'

/** A mistake in the command as it was typed. */
export class UsageError extends Error {}

/** A name with more wrong letters than this is no slip. */
const MAX_SLIPS = 3

/**
 * Returns how the user called Parley's commands. Examples begin with it, so that they work when
 * they are pasted.
 */
export function calledAs(
  command: 'admin' | 'doctor',
  env: Environment,
  program = process.argv[1]!,
): string {
  if (/\.[jt]s$/.test(program)) return `npm run --silent ${command} --`
  if (env.npm_lifecycle_event !== 'npx') return `parley-${command}`
  return `npx ${env.npm_config_package ? `--package=${env.npm_config_package} ` : ''}parley-${command}`
}

/** Returns `Did you mean …?` with a space before it, or '' if no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const begun = names.find((name) => given && name.startsWith(given))
  const near = begun ?? closest(given, names)
  return begun || distance(given, near) <= MAX_SLIPS ? ` Did you mean ${near}?` : ''
}

/**
 * Reads the arguments as Node does.
 * @throws UsageError with a sentence that names the option that was probably meant
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { message } = error as Error
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? []
    if (!unknown) throw new UsageError(message)
    const names = Object.keys(options).map((name) => `--${name}`)
    throw new UsageError(`Unknown option '${unknown}'.${didYouMean(unknown, names)}`)
  }
}

/** Formats rows of two columns, the second aligned, with two spaces before the first. */
export function inColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}

export const heading = (text: string) => styleText('bold', text)
