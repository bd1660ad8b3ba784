import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { check } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { RUNS_ALL } from '../support/run/runsAll.ts'

/**
 * Files that read strangers' text, except the client and the pages, which run at the stranger's.
 */
const files = ['api', 'workers', 'shared'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(room, name)),
)

interface Expression {
  source: string
  flags: string
  /** `workers/marks/forms.ts:20` */
  at: string
}

const keyOf = ({ source, flags }: Expression) => `/${source}/${flags}`

/**
 * The expressions that take recheck longer than 50 ms, and that it has found to be fast: the first
 * 16 digits of the SHA-256 of each. `npm run test:all` checks them again, and `npm test` only the
 * others: 4 s instead of 54 s. `TEST_ALL=1 LIST_EXPRESSIONS=1` checks all and writes the list anew.
 */
const LIST = join(import.meta.dirname, 'checkedExpressions.json')
const SLOW_MS = 50
const digestOf = (one: Expression) =>
  createHash('sha256').update(keyOf(one)).digest('hex').slice(0, 16)

/** Reads the literals of a file, and the places where it makes expressions of strings. */
function readFile(file: string): { literals: Expression[]; made: string[] } {
  const code = readFileSync(file, 'utf8')
  const found: { literals: Expression[]; made: string[] } = { literals: [], made: [] }
  const walk = (node: any, isInside: boolean): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, isInside)
    if (typeof node?.type !== 'string') return
    const at = `${file}:${code.slice(0, node.start).split('\n').length}`
    if (node.regex) found.literals.push({ source: node.regex.pattern, flags: node.regex.flags, at })
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp')
      found.made.push(isInside ? 'in a function' : 'alone')
    const inside = isInside || /Function/.test(node.type)
    for (const child of Object.values(node))
      if (child && typeof child === 'object') walk(child, inside)
  }
  walk(parseAst(code, { lang: 'ts' }, file).body, false)
  return found
}

/** Returns the expressions that a module makes of strings while it is loaded. */
async function madeBy(file: string): Promise<Expression[]> {
  const made: Expression[] = []
  const Native = globalThis.RegExp
  const record = (expression: RegExp) => {
    // Expressions of packages are not checked.
    const caller = new Error().stack!.split('\n')[3]!
    if (caller.includes(file))
      made.push({ source: expression.source, flags: expression.flags, at: file })
    return expression
  }
  try {
    globalThis.RegExp = new Proxy(Native, {
      construct: (target, args) => record(Reflect.construct(target, args)),
    })
    // An address other than that by which the module is already loaded.
    await import(`../../${file}?recorded`)
  } finally {
    globalThis.RegExp = Native
  }
  return made
}

/**
 * Returns what recheck reports of an expression. An expression with bounds, such as `{0,500}`, is
 * too large for its automata: recheck tries random texts, and a report of a second degree then
 * depends on how busy the machine is.
 */
async function slownessOf(source: string, flags: string): Promise<string | undefined> {
  const found = await check(source, flags, { timeout: 60_000 })
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return 'unknown'
  const { checker, complexity } = found
  const isGuess = checker === 'fuzz' && complexity.type === 'polynomial' && complexity.degree < 3
  return isGuess ? undefined : complexity.summary
}

describe('a regular expression', () => {
  const read = files.map((file) => ({ file, ...readFile(file) }))

  it('is made of a string only while its module is loaded, so that all are known', () => {
    const inside = read.filter(({ made }) => made.includes('in a function')).map(({ file }) => file)
    // Each of a list that is written there.
    expect(inside.sort()).to.deep.equal([
      'shared/lib/text/language.ts',
      'workers/figures/weekends.ts',
      'workers/grounding/opposites/topics.ts',
      'workers/grounding/refusalPhrases.ts',
      'workers/reply/stablePrefix.ts',
    ])
  })

  it('takes time that grows with the text, and not with its square', async function () {
    this.timeout(600_000)
    const made: Expression[] = []
    for (const { file, made: lines } of read) if (lines.length) made.push(...(await madeBy(file)))
    expect(made.length).to.be.at.least(10)
    const all = [...read.flatMap(({ literals }) => literals), ...made]
    const different = new Map(all.map((expression) => [keyOf(expression), expression]))
    const listed = new Set<string>(JSON.parse(readFileSync(LIST, 'utf8')))
    const digests = new Set([...different.values()].map(digestOf))
    expect(
      [...listed].filter((digest) => !digests.has(digest)),
      'listed, and no longer there',
    ).to.deep.equal([])
    const slow: string[] = []
    const long: string[] = []
    for (const one of different.values()) {
      const { source, flags, at } = one
      if (listed.has(digestOf(one)) && !RUNS_ALL) continue
      const start = performance.now()
      const what = (await slownessOf(source, flags)) && (await slownessOf(source, flags))
      if (what) slow.push(`${at} ${what}: /${source}/${flags}`)
      else if (performance.now() - start > SLOW_MS) long.push(digestOf(one))
    }
    expect(slow).to.deep.equal([])
    if (process.env.LIST_EXPRESSIONS)
      writeFileSync(LIST, `${JSON.stringify(long.sort(), null, 2)}\n`)
  })
})
