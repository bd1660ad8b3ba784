import { decodeAs, WESTERN } from '../text/decoding.ts'

/** The labels of `TextDecoder` for the code pages that `\ansicpg` names. */
const LABELS: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => [page, `windows-${page}`]),
  ),
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  21866: 'koi8-u',
  54936: 'gb18030',
  65001: 'utf-8',
}

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

export const labelOfPage = (page: number) => LABELS[page] ?? WESTERN
export const labelOfCharset = (charset: number): string | undefined =>
  PAGES[charset] === undefined ? undefined : labelOfPage(PAGES[charset])

/** Decodes characters that stand for bytes. */
export const decodeBytes = (signs: string, label: string) =>
  decodeAs(Buffer.from(signs, 'latin1'), label)
