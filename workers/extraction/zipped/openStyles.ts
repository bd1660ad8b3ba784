import { type Attributes, attribute } from './xml.ts'

/** The visibility that a style of an OpenDocument sets; undefined: it sets none. */
export interface OpenStyle {
  parent?: string
  isHidden?: boolean
  isWhite?: boolean
  isShaded?: boolean
}

/** The most ancestors of a style that are read. */
const MAX_PARENTS = 20
/** 2 points, as in Word documents. */
const TINY = /^(?:[01](?:\.\d{1,9})?|2(?:\.0{1,9})?)pt$/
const WHITE = /^#(?:f[7-9a-f]){3}$/i

/** Collects the styles of an OpenDocument, by family and name, while the file is read. */
export function makeOpenStyles() {
  const styles = new Map<string, OpenStyle>()
  let current: OpenStyle | undefined
  const keyOf = (family: string, name: string) => `${family} ${name}`
  return {
    onOpen(name: string, attributes: Attributes): void {
      const value = (wanted: string) => attribute(attributes, wanted)
      if (name === 'style') {
        const family = value('family') ?? ''
        const parent = value('parent-style-name')
        current = parent === undefined ? {} : { parent: keyOf(family, parent) }
        styles.set(keyOf(family, value('name') ?? ''), current)
      }
      if (!current || !name.endsWith('-properties')) return
      if (
        value('display') === 'none' ||
        value('display') === 'false' ||
        value('visibility') === 'hidden'
      )
        current.isHidden = true
      if (TINY.test(value('font-size') ?? '')) current.isHidden = true
      if (WHITE.test(value('color') ?? '')) current.isWhite = true
      if (/^#/.test(value('background-color') ?? ''))
        current.isShaded = !WHITE.test(value('background-color')!)
    },
    onClose(name: string): void {
      if (name === 'style') current = undefined
    },
    /** Returns the style of an element, which is also hidden if a style that it inherits is. */
    find(family: string, attributes: Attributes): OpenStyle {
      const own = styles.get(keyOf(family, attribute(attributes, 'style-name') ?? ''))
      let style = own
      for (let parents = 0; style && !style.isHidden && parents < MAX_PARENTS; parents++)
        style = styles.get(style.parent ?? '')
      return { ...own, isHidden: style?.isHidden ?? false }
    },
  }
}
