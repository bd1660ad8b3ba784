import { heading, inColumns } from '../terminal/usage.ts'
import { GROUPS } from './commands.ts'
import { type Command, OPTIONS, type OptionName } from './options.ts'

const EXAMPLES = [
  'list',
  'create-user --organization Demo --email you@example.com',
  'create-application --organization Acme --origin https://shop.example.com',
]

/**
 * Returns the list of commands.
 * @param prefix how the reader calls the tool
 */
export function overview(prefix: string): string {
  const groups = Object.entries(GROUPS).map(
    ([title, commands]) =>
      `${heading(title)}\n${inColumns(Object.entries(commands).map(([name, { does }]) => [name, does]))}`,
  )
  return `Manages organizations, their applications and the users of the dashboard.

${heading('Usage')}
  ${prefix} COMMAND [OPTIONS]
  ${prefix} COMMAND --help    shows its options and an example

${groups.join('\n\n')}

${heading('Examples')}
${EXAMPLES.map((example) => `  ${prefix} ${example}`).join('\n')}

Every command takes --json. Exit code 0: done, 1: it did not work, 2: the command is wrong.`
}

/** Returns the text of `COMMAND --help`. */
export function helpOf(name: string, command: Command, prefix: string): string {
  const { does, more, needs = [], takes = [], examples } = command
  const shown = [...needs, ...takes, 'json', 'help'] as const
  const isNeeded = (option: OptionName) => needs.includes(option)
  const given = needs.map((option) => ` ${nameOf(option)}`).join('')
  const rows = shown.map(
    (option) =>
      [nameOf(option), `${OPTIONS[option].says}${isNeeded(option) ? ' (required)' : ''}`] as const,
  )
  return `${does}.${more ? `\n${more}` : ''}

${heading('Usage')}
  ${prefix} ${name}${given}${takes.length ? ' [OPTIONS]' : ''}

${heading('Options')}
${inColumns(rows)}

${heading(examples.length > 1 ? 'Examples' : 'Example')}
${examples.map((example) => `  ${prefix} ${example}`).join('\n')}`
}

function nameOf(option: OptionName): string {
  const found = OPTIONS[option]
  return 'value' in found ? `--${option} ${found.value}` : `--${option}`
}
