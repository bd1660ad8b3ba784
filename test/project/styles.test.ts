import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CssNode, generate, parse, walk } from 'css-tree'

/** The dashboard's styles, and the API reference's, which use its tokens. */
const FOLDERS = ['web/dashboard', 'web/reference']
const TOKENS = ['tokens.css', 'font.css'].map((name) => `web/dashboard/styles/${name}`)

const SPACE = /^(?:(?:row-|column-)?gap|(?:scroll-)?(?:padding|margin)(?:-.+)?)$/
const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|light-dark)\(/i
const COLOUR_NAME =
  /(?:^|[\s,(])(?:white|black|red|green|blue|gr[ae]y|silver|orange|yellow|purple)(?=$|[\s,)])/i
/** Matches a length other than a hairline. */
const LENGTH = /(?<![\w.-])-?(?!1px|0\b)\d*\.?\d+(?:px|rem)\b/
const TIME = /(?<![\w.-])(?!0m?s\b)\d*\.?\d+m?s\b/

/** Returns what is wrong with a declaration; undefined: nothing. */
function problemOf(property: string, value: string): string | undefined {
  if (COLOUR.test(value) || COLOUR_NAME.test(value)) return 'a colour that is no token'
  if (SPACE.test(property) && LENGTH.test(value)) return 'a space that is not --s0 to --s8'
  if (
    property === 'font-size' &&
    !/^(?:var\(--(?:tiny|small|body|large|title|figure|code)\)|inherit)$/.test(value)
  )
    return 'a size of type that is no token'
  if (property === 'font-weight' && !/^(?:var\(--(?:normal|medium|strong)\)|inherit)$/.test(value))
    return 'a weight that is no token'
  if (property === 'line-height' && !/^(?:var\(--(?:leading|tight)\)|inherit|1)$/.test(value))
    return 'a height of a line that is no token'
  if (property.endsWith('radius') && LENGTH.test(value)) return 'a radius that is no token'
  if (/^(?:transition|animation)/.test(property) && TIME.test(value))
    return 'a duration that is no token'
  return undefined
}

/**
 * Returns each declaration with a value off the scale, as `file:line property: value (what is
 * wrong)`.
 */
function strays(file: string, css: string): string[] {
  const found: string[] = []
  walk(parse(css, { positions: true }), {
    visit: 'Declaration',
    enter(this: { atrule: CssNode | null }, { property, value, important, loc }) {
      const isStill =
        important && this.atrule?.type === 'Atrule' && /reduce/.test(generate(this.atrule.prelude!))
      const text = generate(value)
      const problem = isStill ? undefined : problemOf(property, text)
      if (problem) found.push(`${file}:${loc?.start.line} ${property}: ${text} (${problem})`)
    },
  })
  return found
}

const sheets = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !name.startsWith('preview/'))
    .map((name) => join(folder, name)),
)

describe('the styles of the dashboard', () => {
  it('are searched for values off the scale', () => {
    const css = `
      a { color: #fff; margin: 3px auto; padding: 0 var(--s2); border: 1px solid var(--line); font-size: 15px }
      b { font-weight: 550; border-radius: 9px; transition: color .2s; color: white; width: 20rem }
      @media (prefers-reduced-motion: reduce) { c { transition-duration: 0.01ms !important } }`
    expect(strays('a.css', css).map((stray) => stray.split(' ')[1])).to.deep.equal([
      'color:',
      'margin:',
      'font-size:',
      'font-weight:',
      'border-radius:',
      'transition:',
      'color:',
    ])
  })

  it('take colours, type, space, radii and motion from the tokens', () => {
    const found = sheets
      .filter((file) => !TOKENS.includes(file))
      .flatMap((file) => strays(file, readFileSync(file, 'utf8')))
    expect(found).to.deep.equal([])
  })
})
