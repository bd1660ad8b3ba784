import { Parser } from 'htmlparser2'

/** The look of a run's text in a Word document. */
interface WordLook {
  isHidden?: boolean
  isWhite?: boolean
  isShaded?: boolean
}

/** 2 points, in half points. */
const TINY = 4
const WHITE = /^(f[7-9a-f]){3}$/i
/** Elements that may have a background of their own, on which white text is visible. */
const MAYBE_DARK = new Set(['tbl', 'txbxContent', 'background'])

/**
 * Bytes of documents that may hide text. Others are not parsed, which saves a tenth of the time
 * that mammoth takes.
 */
const MAY_HIDE = [
  /[<:](?:vanish|webHidden)\b|["'](?:f[7-9a-f]){3}["']|&#/i,
  /<(?:\w{1,20}:)?sz\s[^<>]*["'][0-4]["']/i,
]

/**
 * Removes the text of runs that are hidden, at most 2 points high, or white on white. Ignores
 * styles.
 */
export function withoutHiddenRuns(xml: string): string {
  if (!MAY_HIDE.some((sign) => sign.test(xml))) return xml
  const shaded: boolean[] = []
  const runs: WordLook[] = []
  let dark = /<\w+:background\b/.test(xml) ? 1 : 0
  let from = -1
  let end = 0
  const kept: string[] = []
  walk(
    xml,
    (name, attribute, start) => {
      if (name === 'p') shaded.push(false)
      else if (name === 'r') runs.push({ isShaded: shaded.at(-1) ?? false })
      else if (MAYBE_DARK.has(name)) dark++
      const look = runs.at(-1)
      if (look) Object.assign(look, lookBy(name, attribute))
      // Other properties of a paragraph apply to its mark, not to its text.
      else if (name === 'shd' && shaded.length) shaded[shaded.length - 1] = isDark(attribute)
      if (name === 't' && look && (look.isHidden || (look.isWhite && !look.isShaded && !dark)))
        from = start
    },
    (name, after) => {
      if (name === 'p') shaded.pop()
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

type Attribute = (name: string) => string | undefined

function lookBy(name: string, attribute: Attribute): WordLook {
  const value = attribute('val') ?? ''
  if (name === 'vanish' || name === 'webHidden') return { isHidden: !/^(0|false|off)$/.test(value) }
  if (name === 'sz' && /^\d+$/.test(value) && Number(value) <= TINY) return { isHidden: true }
  if (name === 'color') return { isWhite: WHITE.test(value) }
  if (name === 'highlight') return { isShaded: !/^(none|white)$/.test(value) }
  return name === 'shd' ? { isShaded: isDark(attribute) } : {}
}

function isDark(attribute: Attribute): boolean {
  const fill = attribute('fill') ?? 'auto'
  return (fill !== 'auto' && !WHITE.test(fill)) || !/^(|clear|nil)$/.test(attribute('val') ?? '')
}

/** Walks through elements. Drops the prefixes of names, which documents choose. */
function walk(
  xml: string,
  onOpen: (name: string, attribute: Attribute, start: number) => void,
  onClose: (name: string, after: number) => void,
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
