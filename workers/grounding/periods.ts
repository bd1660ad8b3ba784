type Period = 'day' | 'week' | 'month' | 'year'

/** Words for the periods that a price is for. */
const PERIODS: Readonly<Record<Period, RegExp>> = {
  day: /(?<!\p{L})(?:days?|daily|tag(?:e?s)?|täglich|jours?|journée|d[ií]as?|giorn[oi]|dag(?:en)?|dzień|dziennie|gün\p{L}{0,3}|д(?:ень|ня))(?!\p{L})|日|يوم/iu,
  week: /(?<!\p{L})(?:weeks?|weekly|woche(?:n)?|wöchentlich|semaines?|semanas?|settiman[ae]|we?ken?|tydzień|tygodni\p{L}{0,2}|hafta\p{L}{0,3}|недел\p{L}{1,2}|veck[ao]r?)(?!\p{L})|週|周|أسبوع/iu,
  month:
    /(?<!\p{L})(?:months?|monthly|monat(?:e?s|lich\p{L}{0,2})?|mois|mensuel\p{L}{0,3}|mes(?:es)?|mensual\p{L}{0,2}|mes[ei]|m[eê]s|maand(?:en)?|miesi\p{L}{1,4}|ay(?:da|lık)?|месяц\p{L}{0,2}|månad\p{L}{0,2})(?!\p{L})|月|شهر/iu,
  year: /(?<!\p{L})(?:years?|yearly|annual(?:ly)?|jahre?s?|jährlich\p{L}{0,2}|ans?|années?|annuel\p{L}{0,3}|años?|anual\p{L}{0,5}|ann[oi]|anos?|jaar|rok|rocznie|yıl\p{L}{0,3}|год\p{L}{0,2}|år)(?!\p{L})|年|سنة|سنوي/iu,
}
const FACTORS: readonly (readonly [Period, Period, number])[] = [
  ['month', 'year', 12],
  ['day', 'week', 7],
  ['week', 'year', 52],
]

/**
 * Returns the factors between the period of the sources' prices and the period that a text speaks
 * of: 12 between a month and a year.
 */
export function calendarFactors(text: string, sources: readonly string[]): number[] {
  const isKnown = (period: Period) => sources.some((source) => PERIODS[period].test(source))
  const isSaid = (period: Period) => PERIODS[period].test(text)
  return FACTORS.filter(
    ([small, large]) => (isKnown(small) && isSaid(large)) || (isKnown(large) && isSaid(small)),
  ).map(([, , factor]) => factor)
}
