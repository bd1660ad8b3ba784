import { type Block, type DeclarationList, generate, parse, type StyleSheet, walk } from 'css-tree'

/** Values by property names, both in lower case. */
export type Style = ReadonlyMap<string, string>

export interface StyledElement {
  localName?: string
  getAttribute?(name: string): string | null
}

/** The most characters of a value, which patterns search. No value that hides is longer. */
const MAX_IN_VALUE = 200
/** The most characters of all sheets of a page; most pages have a hundredth of that. */
const MAX_CHARACTERS = 500_000
const NONE: Style = new Map()

/** Simple selectors, which depend on the element alone: `.note`, `#ad`, `p.note`. */
const SIMPLE = /^(?=[a-z.#])(?:[a-z][\w-]*)?(?:[.#][\w-]+)?$/

/** Reads the declarations of the `style` attribute. */
export function inlineStyle(node: StyledElement): Style {
  const text = node.getAttribute?.('style')
  if (!text) return NONE
  const options = { context: 'declarationList', parseValue: false } as const
  return declarationsOf(parse(text.slice(0, MAX_CHARACTERS), options) as DeclarationList)
}

function declarationsOf({ children }: Block | DeclarationList): Style {
  const style = new Map<string, string>()
  children.forEach((node) => {
    if (node.type !== 'Declaration') return
    const value = plain(generate(node.value)).slice(0, MAX_IN_VALUE)
    const resolved = value.replace(
      /var\((--[\w-]{1,50})[^)]*\)/,
      (_, name) => style.get(name) ?? '',
    )
    style.set(plain(node.property), resolved)
  })
  return style
}

/** Removes comments, and decodes escapes. */
const plain = (text: string) =>
  text
    .replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex) =>
      String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll('\\', '')
    .trim()
    .toLowerCase()

/**
 * Reads the simple rules of a page's own sheets. Later rules override earlier rules, without a
 * cascade: the rules of a class or id are ignored if another selector or `@media` also names it,
 * because a click or another window may show the element.
 */
export function simpleStyles(css: string): (node: StyledElement) => Style {
  const rules = new Map<string, Style>()
  const toggled = new Set<string>()
  try {
    const unparsed = { parseValue: false, parseRulePrelude: false }
    const sheet = parse(css.slice(0, MAX_CHARACTERS), unparsed) as StyleSheet
    walk(sheet, (node, _, list) => {
      if (node.type !== 'Rule') return
      for (const selector of plain(generate(node.prelude)).split(',')) {
        const key = selector.trim()
        if (list === sheet.children && SIMPLE.test(key))
          rules.set(key, new Map([...(rules.get(key) ?? []), ...declarationsOf(node.block)]))
        else for (const [name] of key.matchAll(/[.#][\w-]+/g)) toggled.add(name)
      }
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The rules are nested too deeply for the parser's stack. Such sheets are ignored.
    rules.clear()
  }
  if (rules.size === 0) return () => NONE
  return (node) => {
    const tag = node.localName ?? ''
    const words = (name: string) =>
      node.getAttribute?.(name)?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
    const names = [
      ...words('class').map((name) => `.${name}`),
      ...words('id').map((name) => `#${name}`),
    ]
    const own = names.filter((name) => !toggled.has(name)).flatMap((name) => [name, tag + name])
    return new Map([tag, ...own].flatMap((key) => [...(rules.get(key) ?? [])]))
  }
}
