/** @throws RangeError for a label that is not known; TypeError, if fatal, for bytes that are not of the encoding */
export function decodeAs(bytes: Buffer, label: string, fatal = false): string {
  const decoder = new TextDecoder(label, { fatal })
  const text = decoder.decode(bytes)
  return decoder.encoding === WESTERN ? text.replace(C1, (sign) => BETWEEN[sign.charCodeAt(0) - 0x80]!) : text
}

export const WESTERN = 'windows-1252'
/** Of windows-1252, which Node 20 takes for ISO 8859-1, whose controls these are: 0x80 to 0x9f, as WHATWG lists them. */
const BETWEEN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const C1 = /[\x80-\x9f]/g
