import { SETTING_NAMES } from '../../shared/lib/config/config.ts'
import type { Setting } from '../../shared/lib/config/setting.ts'
import { SETTING_SECTIONS } from '../../shared/lib/config/settings.ts'

type Named = readonly [name: string, setting: Setting]

const isInFront = ([, { matters }]: Named) => matters === true

/** The sections of both files: first the settings that matter, then the others by subject. */
const SECTIONS: readonly (readonly [title: string, settings: readonly Named[]])[] = [
  [
    'Settings that matter',
    Object.values(SETTING_SECTIONS).flatMap((section) => Object.entries(section).filter(isInFront)),
  ],
  ...Object.entries(SETTING_SECTIONS).map(
    ([title, section]) =>
      [title, Object.entries(section).filter((named) => !isInFront(named))] as const,
  ),
]

const WIDTH = 100
const HEAD =
  'Parley\'s settings, made from shared/lib/config by "npm run tables". Copy this file to .env, or ' +
  'set them in the environment, which goes first. A wrong or missing setting stops the start, and ' +
  'the message names all problems. docs/settings.md also has the ranges, and which process reads ' +
  'what.'

/** Returns the whole `.env.example`. */
export const envExample = () =>
  [
    comment(HEAD),
    ...SECTIONS.flatMap(([title, settings]) => [
      `\n# ${`-- ${title} `.padEnd(WIDTH - 2, '-')}\n`,
      ...settings.map(
        ([name, setting]) => `${comment(setting.description)}\n# ${lineOf(name, setting)}`,
      ),
    ]),
    '',
  ].join('\n')

function lineOf(name: string, { examples, default: preset }: Setting): string {
  const value = String(examples?.[0] ?? preset ?? '')
  return `${name}=${value === value.trim() ? value : JSON.stringify(value)}`
}

/** Breaks a text into the lines of a comment. */
function comment(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + 1 + word.length > WIDTH) lines.push('#')
    lines[lines.length - 1] += ` ${word}`
  }
  return lines.join('\n')
}

/**
 * Returns the tables of `docs/settings.md`. Each setting has an anchor, so that other pages can
 * link to it.
 */
export const settingTables = () =>
  SECTIONS.map(([title, settings]) =>
    [
      `## ${title}\n`,
      '| setting | default | values | read by | what it is |',
      '|---|---|---|---|---|',
      ...settings.map(rowOf),
    ].join('\n'),
  ).join('\n\n')

const rowOf = ([name, setting]: Named) =>
  `| ${[
    `<a id="${name}"></a>\`${name}\``,
    setting.default === undefined || setting.default === '' ? 'unset' : `\`${setting.default}\``,
    valuesOf(name, setting),
    setting.readBy?.map((reader) => `\`${reader}\``).join(', ') ?? 'every process',
    inMarkdown(setting.description),
  ].join(' | ')} |`

/** A maximum from this value on only catches typing errors, so it is not shown. */
const NO_BOUND = 1_000_000_000

function valuesOf(
  name: string,
  { type, enum: values, minimum, maximum, minLength, format }: Setting,
): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (type === 'boolean') return '`true`, `false`'
  if (type === 'string')
    return minLength ? `text, at least ${minLength} characters` : format ? 'address' : 'text'
  const range =
    maximum === undefined || maximum >= NO_BOUND
      ? `from ${minimum!.toLocaleString('en')}`
      : `${minimum!.toLocaleString('en')} to ${maximum.toLocaleString('en')}`
  return [range, unitOf(name)].filter(Boolean).join(' ')
}

/** Returns the unit at the end of a name. */
const unitOf = (name: string) =>
  ({ SECONDS: 's', DAYS: 'days', TOKENS: 'tokens', MEGABYTES: 'MB' })[name.split('_').at(-1)!]

/** Formats the names of settings as code, and links the pages that a description names. */
const inMarkdown = (text: string) =>
  text
    .replaceAll('<', '&lt;')
    .replace(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g, (name) =>
      (SETTING_NAMES as readonly string[]).includes(name) ? `\`${name}\`` : name,
    )
    .replace(/\bdocs\/([\w/-]+\.md)\b/g, '[$1]($1)')
