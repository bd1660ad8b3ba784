import { fraction, lines, marked, matrix, ranged, root, scripted, stacked } from './linearMath.ts'
import { attribute } from './xml.ts'
import { childOf, elementsIn, type XmlElement } from './xmlTree.ts'

/** Properties of an equation, and what its author has deleted. */
const UNREAD = /^(?:\w{1,20}Pr|del|moveFrom|delText|instrText)$/

/**
 * Writes an equation of Office Math Markup (ECMA-376 part 1, 22.1) in one line.
 * @param element from a tree whose names have no prefixes
 */
export function textOfOfficeMath(element: XmlElement): string {
  const part = (name: string) => {
    const child = childOf(element, name)
    return child ? within(child) : ''
  }
  const parts = (name: string) => elementsIn(element, name).map(within)
  switch (element.name) {
    case 't':
      return element.children.filter((child) => typeof child === 'string').join('')
    case 'br':
    case 'cr':
    case 'tab':
      return ' '
    case 'f':
      return property(element, 'type') === 'noBar'
        ? stacked(part('num'), part('den'))
        : fraction(part('num'), part('den'))
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return scripted(part('e'), part('sub'), part('sup'))
    case 'sPre':
      return `${scripted('', part('sub'), part('sup'))} ${part('e')}`
    case 'limLow':
      return scripted(part('e'), part('lim'), '')
    case 'limUpp':
      return scripted(part('e'), '', part('lim'))
    case 'rad':
      return root(part('e'), part('deg'))
    case 'nary':
      return ranged(property(element, 'chr') ?? '∫', part('sub'), part('sup'), part('e'))
    case 'func':
      return applied(part('fName'), part('e'))
    case 'd':
      return delimited(element, parts('e'))
    case 'm':
      return matrix(elementsIn(element, 'mr').map((row) => elementsIn(row, 'e').map(within)))
    case 'eqArr':
      // In rows, & marks where they are aligned, and # what stands at the margin.
      return lines(parts('e').map((row) => row.replaceAll('&', '').replaceAll('#', ' ')))
    case 'acc':
      return marked(part('e'), property(element, 'chr') ?? '\u0302')
    case 'bar':
      return marked(part('e'), property(element, 'pos') === 'top' ? '\u0305' : '\u0332')
    case 'phant':
      return /^(?:0|off|false)$/.test(property(element, 'show') ?? '') ? '' : part('e')
    default:
      return UNREAD.test(element.name) ? '' : within(element)
  }
}

const within = (element: XmlElement): string => elementsIn(element).map(textOfOfficeMath).join('')

/** Returns a property in the element's own properties, such as `fPr` of `f`. */
function property(element: XmlElement, name: string): string | undefined {
  const found = childOf(childOf(element, `${element.name}Pr`), name)
  return found && attribute(found.attributes, 'val')
}

const applied = (name: string, argument: string) =>
  /^[([{|]/.test(argument) ? name + argument : `${name} ${argument}`

function delimited(element: XmlElement, parts: readonly string[]): string {
  const [opening, separator, closing] = ['begChr', 'sepChr', 'endChr'].map((name) =>
    property(element, name),
  )
  return (opening ?? '(') + parts.join(separator ?? '|') + (closing ?? ')')
}
