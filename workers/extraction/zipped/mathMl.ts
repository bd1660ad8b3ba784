import { fraction, lines, matrix, root, scripted, stacked } from './linearMath.ts'
import { elementsIn, textWithin, type XmlElement } from './xmlTree.ts'

const LEAVES = new Set(['mi', 'mn', 'mo', 'mtext', 'ms'])
/** Elements without text of the equation. Annotations repeat it in another language. */
const UNREAD = new Set(['annotation', 'annotation-xml', 'mphantom'])
/** Signs that stand between blanks, as in `a = b`. */
const RELATION = /^[=<>≤≥≠≈≡∈→⇒⇔]$/

/** Writes an equation of MathML in one line. @param element from a tree without prefixes */
export function textOfMathMl(element: XmlElement): string {
  if (UNREAD.has(element.name)) return ''
  if (LEAVES.has(element.name)) return leaf(element)
  const parts = elementsIn(element).map(textOfMathMl)
  const [first = '', second = '', third = ''] = parts
  switch (element.name) {
    case 'mfrac':
      return element.attributes.linethickness === '0'
        ? stacked(first, second)
        : fraction(first, second)
    case 'msup':
    case 'mover':
      return scripted(first, '', second)
    case 'msub':
    case 'munder':
      return scripted(first, second, '')
    case 'msubsup':
    case 'munderover':
      return scripted(first, second, third)
    case 'msqrt':
      return root(parts.join(''), '')
    case 'mroot':
      return root(first, second)
    case 'mfenced':
      return `${element.attributes.open ?? '('}${parts.join(', ')}${element.attributes.close ?? ')'}`
    case 'mtable':
      return tabled(element)
    case 'mspace':
      return ' '
    default:
      return parts.join('')
  }
}

function leaf(element: XmlElement): string {
  const text = textWithin(element).replace(/\s+/g, ' ').trim()
  return RELATION.test(text) ? ` ${text} ` : text
}

/** Writes a table: a column alone is a list of equations, several are a matrix. */
function tabled(element: XmlElement): string {
  const rows = elementsIn(element, 'mtr', 'mlabeledtr').map((row) =>
    elementsIn(row, 'mtd').map((cell) => elementsIn(cell).map(textOfMathMl).join('')),
  )
  return rows.every((cells) => cells.length < 2) ? lines(rows.flat()) : matrix(rows)
}
