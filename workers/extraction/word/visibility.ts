import type { Attributes } from '../zipped/xml.ts'
import { childOf, elementsIn, type XmlElement, type XmlNode } from '../zipped/xmlTree.ts'
import { isOn, valueIn } from './wordTree.ts'

/** 2 points, in half points. */
const TINY = 4
const WHITE = /^(f[7-9a-f]){3}$/i
/** Elements that may have a background of their own, on which white text is visible. */
const MAYBE_DARK = new Set(['w:tbl', 'w:txbxContent'])

/** What is behind a run. */
interface Ground {
  /** Whether the paragraph has a dark background. */
  isShaded: boolean
  /** Whether something around may have a dark background. */
  maybeDark: boolean
}

/**
 * Removes the text of runs that are hidden, at most 2 points high, or white on white. Ignores
 * styles.
 */
export function withoutHiddenRuns(root: XmlElement): XmlElement {
  const maybeDark = childOf(root, 'w:background') !== undefined
  return visible(root, { isShaded: false, maybeDark })
}

function visible(element: XmlElement, around: Ground): XmlElement {
  const ground = {
    isShaded:
      element.name === 'w:p'
        ? isDark(childOf(childOf(element, 'w:pPr'), 'w:shd')?.attributes)
        : around.isShaded,
    maybeDark: around.maybeDark || MAYBE_DARK.has(element.name),
  }
  const isHidden = RUNS.has(element.name) && isUnseen(childOf(element, 'w:rPr'), ground)
  const children = element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child]
    return isHidden && TEXTS.has(child.name) ? [] : [visible(child, ground)]
  })
  return { ...element, children }
}

const RUNS = new Set(['w:r', 'm:r'])
const TEXTS = new Set(['w:t', 'm:t', 'w:sym'])

function isUnseen(look: XmlElement | undefined, ground: Ground): boolean {
  if (!look || !elementsIn(look).length) return false
  if (isOn(look, 'w:vanish') || isOn(look, 'w:webHidden')) return true
  const size = valueIn(look, 'w:sz') ?? ''
  if (/^\d+$/.test(size) && Number(size) <= TINY) return true
  if (!WHITE.test(valueIn(look, 'w:color') ?? '') || ground.maybeDark) return false
  const highlight = valueIn(look, 'w:highlight')
  const shade = childOf(look, 'w:shd')
  const isShaded = shade ? isDark(shade.attributes) : ground.isShaded
  return !isShaded && (highlight === undefined || /^(?:none|white)$/.test(highlight))
}

function isDark(shade: Attributes | undefined): boolean {
  if (!shade) return false
  const fill = shade['w:fill'] ?? 'auto'
  return (fill !== 'auto' && !WHITE.test(fill)) || !/^(|clear|nil)$/.test(shade['w:val'] ?? '')
}
