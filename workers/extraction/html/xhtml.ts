import { Parser } from 'htmlparser2'

const XHTML = 'http://www.w3.org/1999/xhtml'
/** Namespaces whose elements HTML knows by their names without prefixes. */
const KNOWN = new Set([XHTML, 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML'])
/** Elements that HTML never closes. */
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
/** The most characters before the root element, in which a page says that it is XHTML. */
const MAX_BEFORE = 20_000
/** The most replacements of entities that a page defines, so that it cannot grow without end. */
const MAX_REPLACED = 10_000

/**
 * Writes XHTML as HTML, which reads `<title/>`, `<![CDATA[…]]>` and `<h:p>` otherwise. Its own
 * entities are replaced, those of HTML stay, and scripts are left out.
 * @param isXml whether it is XHTML for certain, such as a chapter of an e-book. Otherwise it must
 *   name the namespace and be well-formed: many pages say that they are XHTML, and are not
 * @returns the source itself if it is no XHTML
 */
export function asHtml(source: string, isXml = false): string {
  if (!isXml && !source.slice(0, MAX_BEFORE).includes(XHTML)) return source
  const { written, isWellFormed } = rewrite(source)
  return isXml || isWellFormed ? written : source
}

function rewrite(source: string): { written: string; isWellFormed: boolean } {
  const written: string[] = []
  const prefixes = new Set<string>()
  const replaced = entitiesIn(source.slice(0, MAX_BEFORE))
  let isWellFormed = true
  let level = 0
  let isCdata = false
  let style = false
  /** The level of the script that is being left out; 0: none. */
  let script = 0
  const nameOf = (name: string) => {
    const [prefix, local] = name.split(':', 2)
    return local && prefixes.has(prefix!) ? local : name
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        level++
        for (const [key, value] of Object.entries(attributes))
          if (key.startsWith('xmlns:') && KNOWN.has(value)) prefixes.add(key.slice(6))
        const own = nameOf(name)
        if (own === 'script') script ||= level
        style = own === 'style'
        if (!script) written.push(`<${own}${attributesOf(attributes, replaced)}>`)
      },
      onclosetag(name, isImplied) {
        const isEmpty = isImplied && source.startsWith('/>', parser.endIndex - 1)
        isWellFormed &&= !isImplied || isEmpty
        const own = nameOf(name)
        if (!script && !VOID.has(own)) written.push(`</${own}>`)
        if (script === level) script = 0
        style = false
        level--
      },
      ontext(text) {
        if (!level || script) return
        if (style) written.push(isCdata ? text : text.replaceAll('&gt;', '>'))
        else written.push(isCdata ? escaped(text) : replaced(text))
      },
      oncdatastart() {
        isCdata = true
      },
      oncdataend() {
        isCdata = false
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(source)
  return { written: `<!doctype html>${written.join('')}`, isWellFormed }
}

function attributesOf(
  attributes: Readonly<Record<string, string>>,
  replaced: (text: string) => string,
): string {
  return Object.entries(attributes)
    .filter(([name]) => !/^xmlns(:|$)/.test(name))
    .map(([name, value]) => ` ${name}="${replaced(value).replaceAll('"', '&quot;')}"`)
    .join('')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const ENTITY = /<!ENTITY\s{1,9}([\w.-]{1,50})\s{1,9}(?:"([^"]{0,1000})"|'([^']{0,1000})')\s{0,9}>/g

/** Returns a function that replaces the entities that a document type defines, as text. */
function entitiesIn(start: string): (text: string) => string {
  const begin = start.indexOf('<!DOCTYPE')
  const subset = begin === -1 ? '' : start.slice(begin, start.indexOf(']', begin) + 1)
  const entities = new Map(
    [...subset.matchAll(ENTITY)].map(([, name, value, other]) => [
      name!,
      (value ?? other ?? '').replaceAll('<', '&lt;'),
    ]),
  )
  let left = MAX_REPLACED
  if (!entities.size) return (text) => text
  return (text) =>
    text.replace(/&([\w.-]{1,50});/g, (whole, name) =>
      left > 0 && entities.has(name) && left-- ? entities.get(name)! : whole,
    )
}
