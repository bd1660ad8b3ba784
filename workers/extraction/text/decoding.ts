/** @throws RangeError for an unknown label */
export function decodeAs(bytes: Buffer, label: string): string {
  const decoder = new TextDecoder(label)
  const text = decoder.decode(bytes)
  return decoder.encoding === WESTERN
    ? text.replace(C1, (sign) => BETWEEN[sign.charCodeAt(0) - 0x80]!)
    : text
}

export const WESTERN = 'windows-1252'
/**
 * The characters 0x80 to 0x9f of windows-1252, as WHATWG lists them. Node 20 decodes them as
 * controls of ISO 8859-1.
 */
const BETWEEN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const C1 = /[\x80-\x9f]/g
