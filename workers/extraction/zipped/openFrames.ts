import { textOfPicture } from '../text/pictures.ts'
import type { Parts } from './archive.ts'
import { textOfMathMl } from './mathMl.ts'
import { type Attributes, attribute, escaped } from './xml.ts'
import { readTree } from './xmlTree.ts'

/** Reads the frames of an OpenDocument: the alternative texts of pictures, and formulas. */
export function makeOpenFrames(parts: Parts) {
  const open: { alternative: string; isFormula: boolean }[] = []
  return {
    begin: () => void open.push({ alternative: '', isFormula: false }),
    /** Takes a frame's title or description, of which the description is the better one. */
    describe(name: string, html: string): void {
      const frame = open.at(-1)
      const text = html.trim()
      if (frame && text && (name === 'desc' || !frame.alternative)) frame.alternative = text
    },
    /** @returns HTML of the formula that the frame has as an object, a part of its own; else '' */
    formula(attributes: Attributes): string {
      const name = (attribute(attributes, 'href') ?? '').replace(/^\.\//, '')
      const root = readTree(parts.get(`${name}/content.xml`))
      const frame = open.at(-1)
      if (root?.name !== 'math' || !frame) return ''
      frame.isFormula = true
      return escaped(textOfMathMl(root).replace(/\s+/g, ' ').trim())
    },
    /** @returns HTML of the frame's alternative text, which for formulas is only "formula" */
    end(): string {
      const { alternative, isFormula } = open.pop()!
      return isFormula ? '' : textOfPicture(alternative)
    },
  }
}
