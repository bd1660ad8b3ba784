/** A telephone number in a text. */
export interface TelephoneNumber {
  /** Without the zeros at its beginning, which a country's number replaces. */
  digits: string
  /** Its place in the text, in characters. */
  from: number
  to: number
}

const NUMBER = /(?<![\d.,])\+?\(?\d(?:[ \u00a0()/.-]{0,2}\d){6,14}(?![\d.,]?\d)/g

/** Finds the telephone numbers of a text, in any grouping. */
export const telephonesOf = (text: string): TelephoneNumber[] =>
  [...text.matchAll(NUMBER)].map(({ 0: written, index }) => ({
    digits: written.replace(/\(0\)|\D/g, '').replace(/^0{1,9}/, ''),
    from: index,
    to: index + written.length,
  }))

/** Whether two numbers are the same, with or without a country's number. */
export const isSameTelephone = (left: TelephoneNumber, right: TelephoneNumber): boolean =>
  left.digits.endsWith(right.digits) || right.digits.endsWith(left.digits)
