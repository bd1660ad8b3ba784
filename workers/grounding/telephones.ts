/** A telephone number in a text. */
export interface TelephoneNumber {
  /** Its last digits: the first may be a country's, or a zero in their place. */
  digits: string
  /** Its place in the text, in characters. */
  from: number
  to: number
}

const NUMBER = /(?<![\d.,])\+?\(?\d(?:[ \u00a0()/.-]{0,2}\d){6,14}(?![\d.,]?\d)/g
/** The digits by which numbers are compared. */
const COMPARED = 7

/** Finds the telephone numbers of a text, in any grouping. */
export const telephonesOf = (text: string): TelephoneNumber[] =>
  [...text.matchAll(NUMBER)].map(({ 0: written, index }) => ({
    digits: written.replace(/\D/g, '').slice(-COMPARED),
    from: index,
    to: index + written.length,
  }))
