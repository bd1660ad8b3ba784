import { lookUp } from '../../../shared/lib/lookUp.ts'

/** A part of a whole in words, such as `half of the price`. */
export interface StatedShare {
  written: string
  /** 0–1 */
  share: number
}

const [HALF, THIRD, QUARTER] = [1 / 2, 1 / 3, 1 / 4]

/**
 * Words for a half, a third and a quarter of something. Expressions with another sense, such as
 * `half past`, `the third floor` or `Halbpension`, are not among them.
 */
const SHARES: Readonly<Record<string, readonly (readonly [RegExp, number])[]>> = {
  ar: [
    [/(?<!\p{L})نصف(?= (?:ال|المبلغ|السعر))/gu, HALF],
    [/(?<!\p{L})(?:ال)?ثلث(?!\p{L})/gu, THIRD],
    [/(?<!\p{L})(?:ال)?ربع(?!\p{L})/gu, QUARTER],
  ],
  cs: [
    [/\bpolovin[auy]/giu, HALF],
    [/\btřetin[auy]/giu, THIRD],
    [/\bčtvrtin[auy]/giu, QUARTER],
  ],
  de: [
    [/\b(?:die|der|zur) hälfte|\bhalbe[nr]? preis\b|\bhalb so (?:viel|teuer)\b/giu, HALF],
    [/\bein(?:em)? drittel\b/giu, THIRD],
    [/\bein(?:em)? viertel(?!stunde|jahr)\b/giu, QUARTER],
  ],
  en: [
    [/\bhalf(?:[- ]price)?\b(?= (?:of|the|price|as|off)\b|[.,;!?\s]*$)/giu, HALF],
    [/\b(?:a|one)[- ]third\b/giu, THIRD],
    [/\b(?:a|one)[- ]quarter\b(?! (?:past|to|of an hour))/giu, QUARTER],
  ],
  es: [
    [/\bla mitad\b|\bmitad de precio\b/giu, HALF],
    [/\bun tercio\b|\bla tercera parte\b/giu, THIRD],
    [/\bun cuarto\b(?! de hora)|\bla cuarta parte\b/giu, QUARTER],
  ],
  fr: [
    [/\bla moitié\b|\bdemi-tarif\b|\bmoitié prix\b/giu, HALF],
    [/\bun tiers\b/giu, THIRD],
    [/\bun quart\b(?! d.heure)/giu, QUARTER],
  ],
  it: [
    [/\bla metà\b|\bmetà prezzo\b/giu, HALF],
    [/\bun terzo\b/giu, THIRD],
    [/\bun quarto\b(?! d.ora)/giu, QUARTER],
  ],
  ja: [
    [/半額|半分/gu, HALF],
    [/[三3]分の[一1]/gu, THIRD],
    [/[四4]分の[一1]/gu, QUARTER],
  ],
  ko: [[/절반|반값/gu, HALF]],
  nl: [
    [/\bde helft\b|\bhalve prijs\b/giu, HALF],
    [/\been derde\b/giu, THIRD],
    [/\been kwart\b(?! ?(?:voor|over|ier))/giu, QUARTER],
  ],
  pl: [
    [/\bpołow[aęyą]|\bpół ceny\b/giu, HALF],
    [/\bjedn(?:a|ą) trzeci(?:a|ą)/giu, THIRD],
    [/\bjedn(?:a|ą) czwart(?:a|ą)/giu, QUARTER],
  ],
  pt: [
    [/\bmetade\b/giu, HALF],
    [/\bum terço\b/giu, THIRD],
    [/\bum quarto d[oae]\b(?! hora)/giu, QUARTER],
  ],
  ru: [
    [/половин[ауы](?!\p{L})|полцены/giu, HALF],
    [/(?<!\p{L})треть(?!\p{L}|го|ей)/giu, THIRD],
    [/(?<!\p{L})четверть(?! часа)/giu, QUARTER],
  ],
  sv: [
    [/\bhälften\b|\bhalva priset\b/giu, HALF],
    [/\ben tredjedel\b/giu, THIRD],
    [/\ben fjärdedel\b/giu, QUARTER],
  ],
  tr: [
    [/yarısı|yarı fiyat/giu, HALF],
    [/üçte bir/giu, THIRD],
    [/dörtte bir|çeyreği/giu, QUARTER],
  ],
  uk: [[/половин[ауи](?!\p{L})/giu, HALF]],
  zh: [
    [/一半|半价|半價/gu, HALF],
    [/三分之一/gu, THIRD],
    [/四分之一/gu, QUARTER],
  ],
}

/** Finds the parts of a whole that a text states in words. @param language BCP 47 */
export const sharesOf = (text: string, language: string): StatedShare[] =>
  (lookUp(SHARES, language) ?? []).flatMap(([words, share]) =>
    [...text.matchAll(words)].map(({ 0: written }) => ({ written: written.trim(), share })),
  )
