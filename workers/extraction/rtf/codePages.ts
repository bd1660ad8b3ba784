import { decodeAs, WESTERN } from '../text/codecs.ts'
import { encodingOfPage } from '../text/labels.ts'

/** The code pages of `\fcharset`'s character sets. Other sets have the document's code page. */
const PAGES: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

export const labelOfPage = (page: number) => encodingOfPage(page) ?? WESTERN
export const labelOfCharset = (charset: number): string | undefined =>
  PAGES[charset] === undefined ? undefined : labelOfPage(PAGES[charset])

/** Decodes characters that stand for bytes. */
export const decodeBytes = (signs: string, label: string) =>
  decodeAs(Buffer.from(signs, 'latin1'), label)
