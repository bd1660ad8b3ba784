import { type Attributes, readXml } from './xml.ts'

/** An element of a part that is kept as a tree. */
export interface XmlElement {
  name: string
  attributes: Attributes
  children: XmlNode[]
}

/** An element, or a text. */
export type XmlNode = XmlElement | string

/** Collects an element with all that it contains from the events of `readXml`. */
export function makeTree() {
  const open: XmlElement[] = []
  return {
    onOpen(name: string, attributes: Attributes): void {
      const element = { name, attributes, children: [] }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    onText(text: string): void {
      open.at(-1)?.children.push(text)
    },
    /** @returns the whole element if this was its end */
    onClose(): XmlElement | undefined {
      const closed = open.pop()
      return open.length ? undefined : closed
    },
  }
}

/** Reads a part as a tree, with names without prefixes. @returns undefined if it has no element */
export function readTree(part: Uint8Array | undefined): XmlElement | undefined {
  const tree = makeTree()
  let root: XmlElement | undefined
  readXml(part, {
    onOpen: tree.onOpen,
    onText: tree.onText,
    onClose() {
      root ??= tree.onClose()
    },
  })
  return root
}

/** Returns an element's child elements, only those of these names if any are given. */
export const elementsIn = ({ children }: XmlElement, ...names: string[]): XmlElement[] =>
  children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (!names.length || names.includes(child.name)),
  )

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  )

/** Returns all elements of a name within an element, in order. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return elementsIn(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendants(child, name),
  ])
}

/** Returns all text within an element. */
export const textWithin = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('')
