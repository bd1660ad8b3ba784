import { type CssNode, parse as parseCss } from 'css-tree'
import { unreadable } from '../contract/messages.ts'
import { isOurScreen } from './mediaQueries.ts'
import {
  isLookedUp,
  isMeant,
  keysOfElement,
  keysOfSelector,
  mainKeyOf,
  type Selector,
  type StyledElement,
  selectorsOf,
} from './selectors.ts'

/** Values by the names of properties, both in lower case. */
export type Style = ReadonlyMap<string, string>

type Declarations = Map<string, { value: string; important: boolean }>

interface Rule {
  selector: Selector
  order: number
  /** It holds on our screen, without a pointer or a click. */
  isAtOnce: boolean
  declarations: Declarations
}

/** What decides whether a text can be seen. */
const PROPERTIES = new Set(
  `display visibility content-visibility opacity font-size font clip clip-path transform scale translate filter
  color -webkit-text-fill-color background-clip -webkit-background-clip text-indent left top right
  bottom margin margin-left margin-top inset overflow width height max-width max-height`.split(/\s+/),
)

/** Pages need a hundredth of these; so many take about two seconds. */
const MAX_STEPS = 2_000_000
/** Rules that are looked at for whether they take one back. */
const MAX_ALIKE = 200

/**
 * What style sheets say of an element, as far as it decides whether it can be seen on a common screen. What one rule hides and a stronger one of the
 * same class, id or tag shows (in a narrow window, after a click) can be seen.
 * @param hides whether a declaration alone hides
 * @returns a function that adds it to an inline style; it throws AppError file_unreadable at its bound
 */
export function readStylesheets(sheets: readonly string[], hides: (style: Style) => boolean) {
  const all = sheets.flatMap(rulesOf).map((rule, order) => ({ ...rule, order }))
  const variables = variablesOf(all)
  const known = new Map<string, boolean>()
  const hidesAlone = (name: string, value: string) => {
    const written = `${name}:${value}`
    if (!known.has(written)) known.set(written, hides(new Map([[name, value]])))
    return known.get(written)!
  }
  const isPainting = (name: string, value: string) => COLOURS.has(name) && hidesAlone(name, value)
  const hasClear = all.some(({ declarations }) =>
    [...declarations].some(([name, { value }]) => isPainting(name, resolved(value, variables))),
  )
  const rules = all.flatMap((rule): Rule[] => {
    const declarations: Declarations = new Map()
    for (const [name, { value, important }] of rule.declarations)
      if (!name.startsWith('--') && (hasClear || !COLOURS.has(name)))
        declarations.set(name, { value: resolved(value, variables), important })
    return declarations.size ? [{ ...rule, declarations }] : []
  })
  const alike = new Map<string, Rule[]>()
  for (const rule of rules) for (const key of keysOfSelector(rule.selector)) add(alike, key, rule)
  const atOnce = new Map<string, Rule[]>()
  for (const rule of rules.filter(({ isAtOnce }) => isAtOnce)) {
    const key = mainKeyOf(rule.selector)
    const left = withoutShown(rule, alike.get(key)?.slice(-MAX_ALIKE) ?? [], hidesAlone)
    if (left.declarations.size) add(atOnce, isLookedUp(key) ? key : '*', left)
  }
  let steps = 0
  const onStep = () => {
    if (++steps > MAX_STEPS) throw unreadable('Its style sheets are too complex.')
  }

  return function styleOf(element: StyledElement, written: Style): Style {
    const inline = [...written.values()].some((value) => value.includes('var('))
      ? new Map(
          [...written].map(([name, value]) => [name, resolved(resolved(value, written, true), variables)]),
        )
      : written
    if (!atOnce.size) return inline
    const found: Rule[] = []
    for (const key of keysOfElement(element))
      for (const rule of atOnce.get(key) ?? []) if (isMeant(rule.selector, element, onStep)) found.push(rule)
    if (!found.length) return inline
    found.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
    const style = new Map<string, string>()
    const important = new Map<string, string>()
    for (const { declarations } of found)
      for (const [name, declared] of declarations)
        (declared.important ? important : style).set(name, declared.value)
    return new Map([...style, ...inline, ...important])
  }
}

/** Colours are in most rules, and looked at only where one of them is clear. */
const COLOURS = new Set(['color', '-webkit-text-fill-color'])

/** Variables that have one value wherever they are set. */
function variablesOf(rules: readonly Rule[]): Map<string, string> {
  const values = new Map<string, Set<string>>()
  for (const { declarations } of rules)
    for (const [name, { value }] of declarations)
      if (name.startsWith('--')) values.set(name, (values.get(name) ?? new Set()).add(value))
  return new Map([...values].flatMap(([name, own]) => (own.size === 1 ? [[name, [...own][0]!]] : [])))
}

const resolved = (value: string, variables: Style, isFirst = false) =>
  value.includes('var(')
    ? value.replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g, (all, name, other) =>
        (variables.get(name) ?? (isFirst ? all : (other ?? all))).trim().slice(0, MAX_IN_VARIABLE),
      )
    : value
const MAX_IN_VARIABLE = 100

function add<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Without the declarations that a stronger rule takes back at times. */
function withoutShown(
  rule: Rule,
  alike: readonly Rule[],
  hides: (name: string, value: string) => boolean,
): Rule {
  const { specificity } = rule.selector
  const stronger = alike.filter(
    ({ selector, order }) =>
      selector.specificity > specificity || (selector.specificity === specificity && order > rule.order),
  )
  const left = [...rule.declarations].filter(([name, { value, important }]) => {
    if (!hides(name, value) && !/^(0|1px)$/.test(value)) return true
    return !stronger.some(({ declarations }) => {
      const shown = declarations.get(name)
      return shown && shown.important >= important && !hides(name, shown.value)
    })
  })
  return { ...rule, declarations: new Map(left) }
}

const RAW = {
  parseValue: false,
  parseRulePrelude: false,
  parseAtrulePrelude: false,
  parseCustomProperty: false,
}
const isOfUse = (name: string, value: string) =>
  name === 'position'
    ? /fixed/i.test(value)
    : name === 'background'
      ? /\btext\b/i.test(value)
      : name.startsWith('--') || PROPERTIES.has(name)
/** Longer ones are pictures, and would take long to match. */
export const MAX_IN_VALUE = 500
const WITH_RULES = new Set(['media', 'supports', 'layer', 'container', 'scope'])
/** Of rules within rules. */
const MAX_LEVELS = 5

function rulesOf(sheet: string): Omit<Rule, 'order'>[] {
  const rules: Omit<Rule, 'order'>[] = []
  const read = (text: string, parent: string, isAtOnce: boolean, level: number) => {
    const parsed = parseCss(text, RAW)
    if (parsed.type === 'StyleSheet') for (const node of parsed.children) take(node, parent, isAtOnce, level)
  }
  const take = (node: CssNode, parent: string, isAtOnce: boolean, level: number) => {
    if (level > MAX_LEVELS) return
    if (node.type === 'Atrule' && node.block && WITH_RULES.has(node.name.toLowerCase())) {
      const query = node.prelude?.type === 'Raw' ? node.prelude.value : ''
      const isOurs = node.name.toLowerCase() !== 'media' || isOurScreen(query)
      for (const child of node.block.children) take(child, parent, isAtOnce && isOurs, level + 1)
    }
    if (node.type !== 'Rule' || node.prelude.type !== 'Raw') return
    const selector = within(parent, node.prelude.value)
    const declarations: Declarations = new Map()
    for (const child of node.block.children) {
      const name = child.type === 'Declaration' ? child.property.toLowerCase() : ''
      if (child.type === 'Raw') read(child.value, selector, isAtOnce, level + 1)
      else if (child.type !== 'Declaration') take(child, selector, isAtOnce, level + 1)
      else if (child.value.type === 'Raw' && isOfUse(name, child.value.value))
        declarations.set(name, {
          value: child.value.value.trim().toLowerCase().slice(0, MAX_IN_VALUE),
          important: Boolean(child.important),
        })
    }
    if (!declarations.size) return
    for (const one of selectorsOf(selector))
      rules.push({ selector: one, isAtOnce: isAtOnce && !one.waits, declarations })
  }
  read(sheet, '', true, 0)
  return rules
}

function within(parent: string, selector: string): string {
  if (!parent) return selector
  return selector.includes('&') ? selector.replaceAll('&', `:is(${parent})`) : `:is(${parent}) ${selector}`
}
