import english from 'virtual:texts/en/first'
import { setupI18n } from '@lingui/core'
import type { ComponentChildren } from 'preact'
import { type Language, language, locale } from './language.ts'

interface Parts {
  /** The messages of the first page. English has them at once. */
  first?: () => Promise<{ default: typeof english }>
  rest: () => Promise<{ default: typeof english }>
}

const CATALOGS: Readonly<Record<Language, Parts>> = {
  en: { rest: () => import('virtual:texts/en/rest') },
  de: {
    first: () => import('virtual:texts/de/first'),
    rest: () => import('virtual:texts/de/rest'),
  },
}

const { first, rest } = CATALOGS[language]
const i18n = setupI18n({
  locale: language,
  locales: [locale],
  messages: { [language]: first ? (await first()).default : english },
  // A message without an entry is its own text.
  missing: (_, message) => message,
})

/** Loads the messages of the sections. Everything but the first page waits for them. */
export const loadTexts = async () => i18n.load(language, (await rest()).default)

/**
 * Returns a message in the user's language. Its English text is its key; `npm run texts` adds it to
 * the catalogs.
 * @param values of its placeholders, as `{name}` and `{count, plural, one {# entry} other {#
 *   entries}}`
 */
export const t = (message: string, values?: Readonly<Record<string, string | number>>): string =>
  i18n._(message, values)

type Element = (words: ComponentChildren) => ComponentChildren

/** Marks the place of a value in a message: a character that no text contains. */
const MARK = '\uE000'
const PARTS = /(\uE000\d{1,2}\uE000|<\/?[a-z]{1,20}>)/

/**
 * Like `t`, with elements: `rich('Read <a>the guide</a>.', { a: (words) => <a
 * href="/docs">{words}</a> })`. The value of a placeholder can be an element, too.
 */
export function rich(
  message: string,
  values: Readonly<Record<string, Element | ComponentChildren>>,
): ComponentChildren {
  const shown: ComponentChildren[] = []
  const marked: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'number') marked[name] = value
    else if (typeof value !== 'function') marked[name] = `${MARK}${shown.push(value) - 1}${MARK}`
  const shownAs = (part: string) =>
    part.startsWith(MARK) ? shown[Number.parseInt(part.slice(1), 10)] : part

  const parts = t(message, marked).split(PARTS)
  const children: ComponentChildren[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!
    const element = part.startsWith('<') ? values[part.slice(1, -1)] : undefined
    if (typeof element === 'function') {
      const end = parts.indexOf(`</${part.slice(1)}`, at)
      children.push((element as Element)(parts.slice(at + 1, end).map(shownAs)))
      at = end
    } else children.push(shownAs(part))
  }
  return children
}
