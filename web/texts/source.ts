import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** A node of the syntax tree, as ESTree has it. */
interface SyntaxNode {
  type: string
  start: number
  [field: string]: unknown
}

/** The functions of web/dashboard/lib/texts.tsx whose first argument is a message. */
const TRANSLATE = ['t', 'rich']

/** Names of attributes and fields whose text is shown or read aloud. */
const SHOWN =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|hint|about|action|what|caption|heading)$/
/**
 * A single word that is shown begins with a capital letter. Names of events and headers have
 * another form.
 */
const WORD = /^[A-Z][a-z]{2,40}$/
const SENTENCE = /^\p{Lu}[^\s]{0,60} .{0,500}[\p{L}.?!…:]/su
/** A part of a sentence, in a variable. */
const WORDS = /\p{Ll}{2,60} \p{Ll}{2,60}/u
const HAS_WORD = /\p{L}{2}/u
const BRAND = 'Parley'
/** Names of keys, as they are printed on a keyboard. */
const KEY_NAME = /^(?:(?:Ctrl|Control|Meta|Home|End|Enter|Esc)(?:[ +][A-Z])? ?){1,3}$/
const ADDRESS = /^https?:\/\//

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

function* childrenOf(node: SyntaxNode): Generator<[field: string, child: SyntaxNode]> {
  for (const [field, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield [field, child]
}

const parse = (file: string, code: string) =>
  parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    .program as unknown as SyntaxNode

const isTranslation = ({ type, callee }: SyntaxNode) =>
  type === 'CallExpression' &&
  isNode(callee) &&
  callee.type === 'Identifier' &&
  TRANSLATE.includes(callee.name as string)

/** Returns the text of a literal, or the first constant part of a template. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join(' ')
    .trim()
}

/**
 * Returns the messages that a file's code translates.
 * @throws if a message is not a plain string
 */
export function messagesIn(file: string, code: string): string[] {
  const messages: string[] = []
  const visit = (node: SyntaxNode) => {
    if (isTranslation(node)) {
      const [message] = node.arguments as SyntaxNode[]
      if (message?.type !== 'Literal' || typeof message.value !== 'string')
        throw new Error(`${file}: write the message of t() or rich() as one plain string.`)
      messages.push(message.value)
    }
    for (const [, child] of childrenOf(node)) visit(child)
  }
  visit(parse(file, code))
  return messages
}

/** Returns the texts in a file's code that are shown but not translated. */
export function untranslatedIn(file: string, code: string): string[] {
  const found: string[] = []
  /** @param isShown whether a string at this place is shown */
  const visit = (node: SyntaxNode, isShown: boolean) => {
    if (/^TS|^Import|^Export(?:All|Default)/.test(node.type) && node.type !== 'TSAsExpression') {
      if (node.type === 'ExportDefaultDeclaration' || node.type === 'TSSatisfiesExpression')
        for (const [, child] of childrenOf(node)) visit(child, isShown)
      return
    }
    if (isTranslation(node)) {
      for (const value of (node.arguments as SyntaxNode[]).slice(1)) visit(value, true)
      return
    }
    const text = (node.type === 'JSXText' ? (node.value as string) : textOf(node))?.trim() ?? ''
    const isText = isShown ? HAS_WORD.test(text) : node.type !== 'JSXText' && SENTENCE.test(text)
    const isName =
      text === BRAND || ADDRESS.test(text) || (node.type === 'Literal' && KEY_NAME.test(text))
    if (isText && !isName) found.push(text)
    for (const [field, child] of childrenOf(node))
      visit(child, showsIn(node, field, child, isShown))
  }
  visit(parse(file, code), false)
  return found
}

/** Whether a string that is this child of the node is shown. */
function showsIn(node: SyntaxNode, field: string, child: SyntaxNode, isShown: boolean): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return field === 'children' && !isCode(node)
    case 'VariableDeclarator':
      return field === 'init' && WORDS.test(textOf(child) ?? '')
    case 'JSXAttribute':
      return field === 'value' && SHOWN.test((node.name as SyntaxNode).name as string)
    case 'AssignmentPattern':
      return field === 'right' && WORD.test(textOf(child) ?? '')
    case 'ArrayExpression':
      return WORD.test(textOf(child) ?? '')
    case 'Property':
      return field === 'value' && (isShown || WORD.test(textOf(child) ?? ''))
    case 'ObjectExpression':
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return isShown
    case 'ConditionalExpression':
      return field !== 'test' && (isShown || WORD.test(textOf(child) ?? ''))
    case 'LogicalExpression':
      return (
        (field === 'right' || node.operator !== '&&') && (isShown || WORD.test(textOf(child) ?? ''))
      )
    case 'CallExpression':
      return field === 'arguments' && (node.callee as SyntaxNode).name === 'showToast'
    default:
      return false
  }
}

/** Code is the same in every language. */
const isCode = ({ openingElement }: SyntaxNode) =>
  isNode(openingElement) &&
  ['code', 'kbd', 'pre'].includes((openingElement.name as SyntaxNode).name as string)

/**
 * Files without texts of the dashboard: the translation itself, the build's configuration, and the
 * widget's preview, which has the widget's texts.
 */
const NO_TEXTS = /^(?:lib\/texts\.tsx|lib\/language\.ts|vite\.config\.ts|preview\/.*|.*\.d\.ts)$/

/** Returns the code files below a folder, by their paths in it. */
export const codeIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !NO_TEXTS.test(name))
    .sort()
    .map((name) => ({ name, code: readFileSync(join(folder, name), 'utf8') }))

/** Returns every message that the code in a folder translates, with its files. */
export function messagesOf(folder: string): Map<string, string[]> {
  const messages = new Map<string, string[]>()
  for (const { name, code } of codeIn(folder))
    for (const message of messagesIn(name, code))
      messages.set(message, [...(messages.get(message) ?? []), name])
  return messages
}

/** Returns the files that load with these entries, by their static imports. */
export function loadedWith(folder: string, entries: readonly string[]): Set<string> {
  const codes = new Map(codeIn(folder).map(({ name, code }) => [name, code]))
  const loaded = new Set<string>()
  const visit = (name: string) => {
    const code = codes.get(name)
    if (code === undefined || loaded.has(name)) return
    loaded.add(name)
    for (const { type, source } of parse(name, code).body as SyntaxNode[])
      if (/^(?:Import|Export)/.test(type) && isNode(source))
        visit(join(dirname(name), source.value as string))
  }
  for (const entry of entries) visit(entry)
  return loaded
}
