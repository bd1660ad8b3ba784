import { lookUp } from '../lookUp.ts'

/**
 * Codes that count as another code: of the same language, or of a language whose speakers
 * understand it.
 */
const SAME: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  iw: 'he',
  in: 'id',
  mo: 'ro',
  fil: 'tl',
  bs: 'hr',
  sh: 'hr',
  prs: 'fa',
  cmn: 'zh',
  yue: 'zh',
}

/**
 * Returns the language of a tag, without region and script: `no` for `nb-NO`.
 * @param tag BCP 47, such as an agent's language
 */
export function codeOf(tag: string): string {
  const code = tag.trim().toLowerCase().split(/[-_]/, 1)[0]!
  return lookUp(SAME, code) ?? code
}
