/** `4€90`, `4 € 90`: French prices have the cents behind the sign. */
const SIGN_WITHIN = /(\d{1,7}) ?(€|£|\$|euros?) ?(\d\d)(?![.,:]?\d|\s?[\p{L}%])/giu
/** `2½`, which is `21⁄2` once a text is normalized. */
const VULGAR = /(\d{0,7})([½¼¾⅓⅔])/gu
const PARTS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
}
/** Amounts in the hundredth part of a currency: `90 cents`, `50p`. */
const CENTS =
  /(?<![\d.,])(\d{1,2})\s?(?:cents?|ct|¢|centimes?|céntimos?|centavos?|centesimi|cêntimos?|pence|p|копе(?:ек|йки)|kuruş|grosz[ey]|öre|øre)(?![\p{L}\d])/giu

/** Writes prices and fractions as decimal numbers: `4€90`, `2½`, `90 cents`. */
export const withDecimals = (text: string): string =>
  text
    .replace(SIGN_WITHIN, '$1.$3 $2')
    .replace(VULGAR, (_, whole: string, part: string) => String(Number(whole || 0) + PARTS[part]!))
    .replace(CENTS, (_, cents: string) => String(Number(cents) / 100))
