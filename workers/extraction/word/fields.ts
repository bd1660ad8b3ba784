import { childOf, elementsIn, type XmlElement, type XmlNode } from '../zipped/xmlTree.ts'
import { el, isOn, valueIn } from './wordTree.ts'

interface OpenField {
  /** Whether its instruction is being read, and not yet its result. */
  isInstruction: boolean
}

/**
 * Keeps of complex fields only their results. A field within an instruction, such as the condition
 * of an IF, is part of it. Fields of old forms get their values: the chosen entry, a ticked box.
 */
export function readFields(root: XmlElement): XmlElement {
  const whole = wholeFields(root)
  const open: OpenField[] = []

  function atMark(mark: XmlElement): XmlNode[] {
    const type = mark.attributes['w:fldCharType']
    if (type === 'begin') {
      const value = open.some(({ isInstruction }) => isInstruction) ? [] : valueOfForm(mark)
      if (whole.has(mark)) open.push({ isInstruction: true })
      return value
    }
    const field = open.at(-1)
    if (type === 'separate' && field) field.isInstruction = false
    if (type === 'end' && whole.has(mark)) open.pop()
    return []
  }

  const read = (node: XmlNode): XmlNode[] => {
    if (typeof node === 'string') return [node]
    if (node.name === 'w:fldChar') return atMark(node)
    if (IN_RUNS.has(node.name)) return open.some((field) => field.isInstruction) ? [] : [node]
    return [{ ...node, children: node.children.flatMap(read) }]
  }
  return { ...root, children: root.children.flatMap(read) }
}

/** Elements that write something. */
const IN_RUNS = new Set(['w:t', 'w:tab', 'w:br', 'w:sym', 'w:noBreakHyphen', 'w:softHyphen'])

/**
 * Returns the first and last marks of fields that have both. A field that never ends hides nothing,
 * because the rest of the document would be its instruction.
 */
function wholeFields(root: XmlElement): ReadonlySet<XmlElement> {
  const whole = new Set<XmlElement>()
  const begun: XmlElement[] = []
  const visit = (element: XmlElement) => {
    const type = element.name === 'w:fldChar' && element.attributes['w:fldCharType']
    if (type === 'begin') begun.push(element)
    if (type === 'end' && begun.length) whole.add(element).add(begun.pop()!)
    elementsIn(element).forEach(visit)
  }
  visit(root)
  return whole
}

function valueOfForm(mark: XmlElement): XmlNode[] {
  const form = childOf(mark, 'w:ffData')
  const list = childOf(form, 'w:ddList')
  const box = childOf(form, 'w:checkBox')
  if (list) {
    const chosen = Number(valueIn(list, 'w:result') ?? valueIn(list, 'w:default') ?? 0)
    const entry = elementsIn(list, 'w:listEntry')[chosen]?.attributes['w:val']
    return entry ? [el('w:t', [entry])] : []
  }
  if (!box) return []
  const isTicked = isOn(box, childOf(box, 'w:checked') ? 'w:checked' : 'w:default')
  return [el('w:t', [isTicked ? '☒' : '☐'])]
}
