import { type Attributes, attribute } from './xml.ts'

/** What a style of an OpenDocument says of visibility; undefined: nothing. */
export interface OpenStyle {
  parent?: string
  isHidden?: boolean
  isWhite?: boolean
  isShaded?: boolean
}

/** Parents of a style that are asked. */
const MAX_PARENTS = 20
/** 2 points, as in Word documents. */
const TINY = /^(?:[01](?:\.\d{1,9})?|2(?:\.0{1,9})?)pt$/
const WHITE = /^#(?:f[7-9a-f]){3}$/i

/** Collects the styles of an OpenDocument while it is read, by family and name. */
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
    /** The style of an element. It is hidden, too, if a style is that it inherits from. */
    find(family: string, attributes: Attributes): OpenStyle {
      const own = styles.get(keyOf(family, attribute(attributes, 'style-name') ?? ''))
      let style = own
      for (let parents = 0; style && !style.isHidden && parents < MAX_PARENTS; parents++)
        style = styles.get(style.parent ?? '')
      return { ...own, isHidden: style?.isHidden ?? false }
    },
  }
}
