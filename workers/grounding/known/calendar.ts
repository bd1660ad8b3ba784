/** Words for the periods that a price is for, in the languages that are read most. */
const PERIODS = {
  day: /(?<!\p{L})(?:days?|daily|tag(?:e?s)?|täglich|jours?|journée|d[ií]as?|giorn[oi]|dag(?:en)?|dzień|dziennie|gün\p{L}{0,3}|д(?:ень|ня))(?!\p{L})|日|天|하루|يوم/iu,
  night:
    /(?<!\p{L})(?:nights?|nacht|nächte|nuit(?:ée)?s?|noches?|nott[ei]|noites?|noc|nocy|gece\p{L}{0,3}|ноч[ьи]|natt|nat)(?!\p{L})|泊|晚|박|ليلة/iu,
  week: /(?<!\p{L})(?:weeks?|weekly|woche(?:n)?|wöchentlich|semaines?|semanas?|settiman[ae]|we?ken?|tydzień|tygodni\p{L}{0,2}|hafta\p{L}{0,3}|недел\p{L}{1,2}|veck[ao]r?)(?!\p{L})|週|周|주일|أسبوع/iu,
  month:
    /(?<!\p{L})(?:months?|monthly|monat(?:e?s|lich\p{L}{0,2})?|mois|mensuel\p{L}{0,3}|mes(?:es)?|mensual\p{L}{0,2}|mes[ei]|m[eê]s|maand(?:en)?|miesi\p{L}{1,8}|ay(?:da|lık)?|месяц\p{L}{0,2}|månad\p{L}{0,2})(?!\p{L})|月|한 달|월 \d|شهر/iu,
  year: /(?<!\p{L})(?:years?|yearly|annual(?:ly)?|jahre?s?|jährlich\p{L}{0,2}|ans?|années?|annuel\p{L}{0,3}|años?|anual\p{L}{0,5}|ann[oi]|anos?|jaar|rok|rocznie|yıl\p{L}{0,3}|год\p{L}{0,2}|år)(?!\p{L})|年|연간|سنة|سنوي/iu,
}
type PricePeriod = keyof typeof PERIODS
const FACTORS: readonly (readonly [PricePeriod, PricePeriod, number])[] = [
  ['month', 'year', 12],
  ['day', 'week', 7],
  ['night', 'week', 7],
  ['week', 'year', 52],
]

/**
 * Returns the factors between the period of the sources' prices and the period that a text speaks
 * of: 12 between a month and a year.
 */
export function calendarFactors(text: string, sources: readonly string[]): number[] {
  const isKnown = (period: PricePeriod) => sources.some((source) => PERIODS[period].test(source))
  const isSaid = (period: PricePeriod) => PERIODS[period].test(text)
  return FACTORS.filter(
    ([small, large]) => (isKnown(small) && isSaid(large)) || (isKnown(large) && isSaid(small)),
  ).map(([, , factor]) => factor)
}

export const speaksOfWeek = (text: string): boolean => PERIODS.week.test(text)
