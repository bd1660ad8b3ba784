import { Parser } from 'htmlparser2'

/** What a run of a Word document, or the style of one, says of how its text looks. */
interface WordLook {
  isHidden?: boolean
  /** Half points. */
  size?: number
  isWhite?: boolean
  isShaded?: boolean
}
interface WordStyle extends WordLook {
  basedOn?: string
}

/** 2 points. */
const TINY = 4
const WHITE = /^(f[7-9a-f]){3}$/i
const MAX_ANCESTORS = 20
/** In what may have a background of its own: what is white there may be seen. */
const MAYBE_DARK = new Set(['tbl', 'txbxContent'])

/** By the styles' names, from `styles.xml`. */
export function readWordStyles(xml: string): Map<string, WordLook> {
  const styles = new Map<string, WordStyle>()
  let style: WordStyle | undefined
  walk(xml, (name, attribute) => {
    if (name === 'style') {
      style = {}
      styles.set(attribute('styleId') ?? '', style)
    } else if (name === 'basedOn' && style) style.basedOn = attribute('val')
    else if (style) Object.assign(style, lookBy(name, attribute))
  })
  const resolve = (id: string | undefined, levels: number): WordLook => {
    const { basedOn, ...own } = styles.get(id ?? '') ?? {}
    return basedOn && levels ? { ...resolve(basedOn, levels - 1), ...own } : own
  }
  return new Map([...styles.keys()].map((id) => [id, resolve(id, MAX_ANCESTORS)]))
}

/** A part of the document without the text of runs that are hidden, at most 2 points high, or white on white. */
export function withoutHiddenRuns(xml: string, styles: Map<string, WordLook>): string {
  if (!MAY_HIDE.some((sign) => sign.test(xml)) && ![...styles.values()].some((look) => isUnseen(look, false)))
    return xml
  const hasBackground = /<\w+:background\b/.test(xml)
  const paragraphs: WordLook[] = []
  const runs: WordLook[] = []
  let dark = 0
  let from = -1
  let end = 0
  const kept: string[] = []
  walk(
    xml,
    (name, attribute, start) => {
      if (name === 'p') paragraphs.push({})
      else if (name === 'r') runs.push({ ...paragraphs.at(-1) })
      else if (MAYBE_DARK.has(name)) dark++
      const look = runs.at(-1)
      if (name === 'pStyle') Object.assign(paragraphs.at(-1) ?? {}, styles.get(attribute('val') ?? ''))
      // A paragraph's other properties are of its mark, not of its text.
      else if (name === 'shd' && !look) Object.assign(paragraphs.at(-1) ?? {}, lookBy(name, attribute))
      else if (name === 'rStyle' && look) Object.assign(look, styles.get(attribute('val') ?? ''))
      else if (look) Object.assign(look, lookBy(name, attribute))
      if (name === 't' && look && isUnseen(look, hasBackground || dark > 0)) from = start
    },
    (name, after) => {
      if (name === 'p') paragraphs.pop()
      else if (name === 'r') runs.pop()
      else if (MAYBE_DARK.has(name)) dark--
      else if (name === 't' && from >= 0) {
        kept.push(xml.slice(end, from))
        end = after
        from = -1
      }
    },
  )
  return kept.join('') + xml.slice(end)
}

/** Most documents hide nothing, and need not be walked through, which takes a tenth of the time that mammoth does. */
const MAY_HIDE = [
  /[<:](?:vanish|webHidden)\b|["'](?:f[7-9a-f]){3}["']|&#/i,
  /<(?:\w{1,20}:)?sz\s[^<>]*["'][0-4]["']/i,
]

const isUnseen = ({ isHidden, size, isWhite, isShaded }: WordLook, isMaybeDark: boolean) =>
  isHidden || (size !== undefined && size <= TINY) || (isWhite && !isShaded && !isMaybeDark)

type Attribute = (name: string) => string | undefined

function lookBy(name: string, attribute: Attribute): WordLook {
  const value = attribute('val') ?? ''
  if (name === 'vanish' || name === 'webHidden') return { isHidden: !/^(0|false|off)$/.test(value) }
  if (name === 'sz') return /^\d+$/.test(value) ? { size: Number(value) } : {}
  if (name === 'color') return { isWhite: WHITE.test(value) }
  if (name === 'highlight') return { isShaded: !/^(none|white)$/.test(value) }
  if (name !== 'shd') return {}
  const fill = attribute('fill') ?? 'auto'
  return { isShaded: (fill !== 'auto' && !WHITE.test(fill)) || !/^(|clear|nil)$/.test(value) }
}

/** Names come without their prefixes, which documents choose. */
function walk(
  xml: string,
  onOpen: (name: string, attribute: Attribute, start: number) => void,
  onClose: (name: string, after: number) => void = () => undefined,
): void {
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const attribute = (wanted: string) =>
          Object.entries(attributes).find(([key]) => localOf(key) === wanted)?.[1]
        onOpen(localOf(name), attribute, parser.startIndex)
      },
      onclosetag: (name) => onClose(localOf(name), parser.endIndex + 1),
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)
