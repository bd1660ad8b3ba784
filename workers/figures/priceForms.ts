/**
 * `4€90`, `4 euros 90`: French prices have the cents behind the sign. A number with a unit of its
 * own is something else.
 */
const SIGN_WITHIN =
  /(\d{1,7}) ?(€|£|\$|euros?) ?(\d\d)(?![.,:]?\d|\s?(?:%|[a-z]{1,2}\b|jours?|min|heures?|mois|fois|semaines?|tage?|days?))/giu
/** `2 h 30`, which may be a time or a duration. */
const HOURS = /(?<![\d.,])(\d{1,2}) h (\d\d)(?!\d)/gu
/** Amounts in the hundredth part of a currency: `90 cents`, `50p`. */
const CENTS =
  /(?<![\d.,])(\d{1,2})\s?(?:cents?|ct|¢|centimes?|céntimos?|centavos?|centesimi|cêntimos?|pence|p|копе(?:ек|йки)|kuruş|grosz[ey]|öre|øre)(?![\p{L}\d])/giu

/** Writes prices and hours with their unit beside one number: `4€90` as `4.90 €`, `90 cents` as 0.9. */
export const withPlainPrices = (text: string): string =>
  text
    .replace(HOURS, '$1h$2')
    .replace(SIGN_WITHIN, '$1.$3 $2')
    .replace(CENTS, (_, cents: string) => String(Number(cents) / 100))
