import { memoize } from '../../shared/lib/async/memoize.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { LocalizedSentence, LocalizedSource } from '../citations/localized.ts'
import { CLOCK } from '../figures/clockTimes.ts'
import { AROUND, limitOf } from '../figures/figureGroups.ts'
import { isCounted, type PlacedQuantity, type Quantity, readingOf } from '../figures/quantities.ts'
import { isSameQuantity } from '../figures/sameQuantity.ts'
import { isSameUnit } from '../figures/units.ts'
import { WITHOUT_BLANKS } from '../figures/unitWords.ts'
import { weekdaysIn } from '../figures/weekdays.ts'
import { isStopWord, termsOf } from '../language/matching.ts'
import { stemOf } from '../language/stemmers.ts'

/** A part of a text that states figures of one subject: `the e-bike €35 a day`, a table's row. */
interface FiguredClause {
  figures: readonly ClauseFigure[]
  /** The words and numbers beside the figures, folded, and the days of the week. */
  terms: ReadonlySet<string>
  /** Whether it is a row of a table: `Plan: Pro; Price: $119`. */
  isRow: boolean
  /** Whether it only multiplies, and names no subject: `(12 × €9.99)`. */
  isProduct: boolean
  /** The place of its sentence in the text, in characters. */
  sentence: number
}

interface ClauseFigure extends Quantity {
  limit: 'most' | 'least' | null
  /** The word right before it, mostly a verb, unless the clause begins with it: `costs`. */
  verb: string | undefined
}

/** The most clauses of a text that are compared. */
const MAX_CLAUSES = 150

const LINE = /\n|(?<=[.!?]["”»)]?)\s+(?=[^\s\d])|[。！？]/gu
const ROW = /^[^:;]{1,80}: ?[^;]{1,200};/u
const PART =
  /[;–—|()]|,(?!\d)|[、،]|\s(?=وال)|(?<=[이하]고|[으이]며)\s|\s(?:and|but|while|und|aber|et|mais|y|pero|e|ma|mas|en|maar|i|a|oraz|и|а|но|ve|ama|och|og|ja|và|dan)(?=\s)/giu
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{M}\p{N}]+)*/gu
/** The most words of a part that introduces the next: `For 60 months, the rate is 6.9 %`. */
const MAX_INTRODUCING = 4

/**
 * Finds a figure that a sentence gives to another subject than its source does: the price of the
 * e-bike for the cargo bike. This is sure only if the source gives the sentence's own subject
 * another figure of the same unit, and no clause with the sentence's figure names that subject.
 * @returns the reason; undefined: there is none, or that is not known
 */
export async function swapsSubject(
  { sentence, language }: LocalizedSentence,
  sources: readonly LocalizedSource[],
): Promise<string | undefined> {
  const said = await figuredClausesOf(`${language} ${sentence}`)
  if (said.length === 0) return undefined
  const known = await Promise.all(
    sources.map(({ source, language }) => figuredClausesOf(`${language} ${textOf(source)}`)),
  )
  for (const clause of said.filter(({ isProduct }) => !isProduct))
    for (const figure of clause.figures) {
      const having = known.filter((clauses) => clauses.some((its) => hasFigure(its, figure)))
      if (having.length && having.every((clauses) => isOfAnother(figure, clause, clauses)))
        return `The source says "${figure.written}" of something else.`
    }
  return undefined
}

const textOf = ({ title, text }: Passage) =>
  title && !text.startsWith(title) ? `${title}\n${text}` : text

const hasFigure = ({ figures }: FiguredClause, figure: Quantity) =>
  figures.some((its) => isSameQuantity(its, figure))

/** Whether a source gives a figure to another subject than a clause of the reply does. */
function isOfAnother(
  figure: ClauseFigure,
  said: FiguredClause,
  clauses: readonly FiguredClause[],
): boolean {
  if (isOfOtherRow(figure, said, clauses)) return true
  const same = clauses.filter((clause) => hasFigure(clause, figure))
  const isTime = figure.unit === CLOCK
  const limits = new Set(
    same
      .flatMap(({ figures }) => figures.filter((its) => isSameQuantity(its, figure)))
      .map(({ limit }) => limit),
  )
  // Check-in `from 11 am` is wrong, too, if that is until when one checks out.
  if (isTime) limits.add(figure.limit)
  const alike = (clause: FiguredClause) =>
    clause.figures.some(
      (its) =>
        isAlike(its, figure, clause.isRow) && (limits.has(its.limit) || (isTime && isSpan(clause))),
    )
  // `Monday to Friday from 6 am to 8 pm` mixes the hours of two kinds of days.
  const isMixed = (clause: FiguredClause) => isTime && isSpan(said) && isSpan(clause)
  const others = clauses.filter(
    (clause) =>
      !same.includes(clause) &&
      alike(clause) &&
      (isMixed(clause) || !said.figures.some((own) => hasFigure(clause, own))),
  )
  if (others.length === 0) return false
  // `It costs €5 and takes 3 days` says both of one thing.
  const termsWithSentence = (clause: FiguredClause) =>
    clauses
      .filter(
        (its) =>
          its === clause ||
          (its.sentence === clause.sentence &&
            !its.figures.some((one) => isAlike(one, figure, false))),
      )
      .map(({ terms }) => terms)
  const compared = [...same, ...others].map(termsWithSentence)
  const stated = isTime ? said.figures.filter(({ unit }) => unit === CLOCK) : [figure]
  const own = stated.flatMap(({ number }): string[] => number.match(/\d+/g) ?? [])
  // Words of all clauses tell no subject from another.
  const telling = [...said.terms].filter((term) => {
    const count = compared.filter((texts) => texts.some((terms) => hasTerm(terms, term))).length
    return count > 0 && count < compared.length && !own.includes(term)
  })
  const isNamed = (named: readonly string[], most: number) => {
    const counts = compared.map(
      (texts) => named.filter((term) => texts.some((terms) => hasTerm(terms, term))).length,
    )
    const best = Math.max(...counts.slice(same.length))
    const own = Math.max(...counts.slice(0, same.length))
    return best > 0 && best === named.length && best > own && own <= most
  }
  const isVerb = same.some(({ figures }) =>
    figures.some((its) => its.verb === figure.verb && isSameQuantity(its, figure)),
  )
  const withoutVerb = telling.filter((term) => !isVerb || term !== figure.verb)
  // Of two clauses, often only the first has the verb: `A costs €18, B €35`.
  return isNamed(telling, Number.POSITIVE_INFINITY) || isNamed(withoutVerb, 0)
}

/** Whether a clause has two times of day: when something opens and when it closes. */
const isSpan = ({ figures }: FiguredClause) =>
  figures.filter(({ unit }) => unit === CLOCK).length === 2

/**
 * Whether a clause joins figures of two rows of a table: the rate of 12 months and `60 months`. The
 * row with its other figure has another value in place of this one.
 */
function isOfOtherRow(
  figure: ClauseFigure,
  said: FiguredClause,
  clauses: readonly FiguredClause[],
): boolean {
  if (figure.limit) return false
  return said.figures.some((key) => {
    if (key === figure || key.limit || isAlike(key, figure, true)) return false
    const having = clauses.filter((clause) => hasFigure(clause, key))
    return (
      having.length > 0 &&
      having.every(
        (clause) =>
          clause.isRow &&
          !hasFigure(clause, figure) &&
          clause.figures.some((its) => its.unit && isAlike(its, figure, true)),
      )
    )
  })
}

/** Whether two figures may be values of the same thing, such as two prices. */
const isAlike = (left: Quantity, right: Quantity, isRow: boolean) =>
  left.unit && right.unit ? isSameUnit(left.unit, right.unit) : isRow && !left.unit && !right.unit

/** The fewest letters that forms of a word share, and the most that they differ in. */
const [MIN_SHARED, MAX_OTHER] = [4, 3]

function hasTerm(terms: ReadonlySet<string>, wanted: string): boolean {
  if (terms.has(wanted)) return true
  if (/\d/.test(wanted)) return false
  for (const term of terms) {
    const length = Math.max(MIN_SHARED, Math.max(term.length, wanted.length) - MAX_OTHER)
    if (term.length >= length && wanted.startsWith(term.slice(0, length))) return true
  }
  return false
}

/** Splits a text into its clauses with figures. The key is the language, a blank and the text. */
const figuredClausesOf = memoize(
  async (key): Promise<readonly FiguredClause[]> => {
    const at = key.indexOf(' ')
    const language = key.slice(0, at)
    const { text, quantities } = await readingOf(key.slice(at + 1), language)
    const clauses: FiguredClause[] = []
    for (const { from, to, isRow, sentence } of placesOf(text, quantities)) {
      const figures = quantities.filter((its) => its.from >= from && its.from < to)
      if (!figures.some(isCounted)) continue
      clauses.push({
        figures: figures.filter(isCounted).map((figure) => ({
          ...figure,
          limit: limitOf(
            text.slice(Math.max(0, figure.from - AROUND), figure.from),
            text.slice(figure.end, figure.end + AROUND),
          ),
          verb: text.slice(from, figure.from).toLowerCase().match(WORD)?.slice(1).at(-1),
        })),
        sentence,
        terms: termsBeside(text.slice(from, to), figures, language),
        isRow,
        isProduct: isProduct(text, { from, to }, figures),
      })
      if (clauses.length === MAX_CLAUSES) break
    }
    return clauses
  },
  { most: 200, longest: 20_000 },
)

function isProduct(
  text: string,
  { from, to }: { from: number; to: number },
  figures: readonly PlacedQuantity[],
): boolean {
  let rest = ''
  let at = from
  for (const figure of figures) {
    rest += text.slice(at, Math.max(at, figure.from))
    at = Math.max(at, figure.end)
  }
  rest += text.slice(at, to)
  return /[×*]|\sx\s/u.test(rest) && !/\p{L}/u.test(rest.replace(/\sx\s/gu, ' '))
}

/** `Basic £25, Premium £40` has two subjects; `for 60 months, the rate is 6.9 %` has one. */
const haveAlike = (left: readonly Quantity[], right: readonly Quantity[]) =>
  left.some((one) => right.some((other) => isCounted(one) && isAlike(one, other, false)))

interface SubjectPlace {
  from: number
  to: number
  isRow: boolean
  sentence: number
}

/** Finds the places of clauses. A part without a figure belongs to the next one of its sentence. */
function* placesOf(text: string, quantities: readonly PlacedQuantity[]): Generator<SubjectPlace> {
  const within = (from: number, to: number) =>
    quantities.filter((its) => its.from >= from && its.from < to)
  let begin = 0
  for (const line of [...splitAt(text, LINE)]) {
    const isRow = ROW.test(line) || line.startsWith('|')
    const parts = isRow ? [line] : [...splitAt(line, PART)]
    let from = begin
    let at = begin
    for (const [index, part] of parts.entries()) {
      at += part.length
      const isFigured = quantities.some((its) => its.from >= from && its.from < at)
      const isIntroducing =
        index === 0 &&
        parts.length > 1 &&
        (part.match(WORD)?.length ?? 0) <= MAX_INTRODUCING &&
        !haveAlike(within(begin, at), within(at, begin + line.length))
      const isLast = index === parts.length - 1
      if ((!isFigured || isIntroducing) && !isLast) continue
      yield { from, to: at, isRow, sentence: begin }
      from = at
    }
    begin += line.length
  }
}

/** Splits a text and keeps its separators at the end of the pieces. */
function* splitAt(text: string, separator: RegExp): Generator<string> {
  let from = 0
  for (const { 0: found, index } of text.matchAll(separator)) {
    yield text.slice(from, index + found.length)
    from = index + found.length
  }
  if (from < text.length) yield text.slice(from)
}

/** Returns the words of a clause that may name its subject. Its figures stay: a row may have two. */
function termsBeside(
  clause: string,
  figures: readonly PlacedQuantity[],
  language: string,
): ReadonlySet<string> {
  const days = weekdaysIn(clause, language)
  if (WITHOUT_BLANKS.has(language))
    return new Set([...termsOf(clause.replace(/[\d.,]+/g, ' ')), ...days])
  // Of `a ten-trip ticket €50`, which reads as 1 €, only the number and the unit are left out.
  const units = new Set(
    figures.flatMap(({ number, written }) =>
      [number, written.split(/\s/u).at(-1)!].flatMap(
        (part) => part.toLowerCase().match(WORD) ?? [],
      ),
    ),
  )
  const words = (clause.toLowerCase().replace(PRICE, ' ').match(WORD) ?? []).filter(
    (word) =>
      (/^\d+$/.test(word) || !units.has(word)) &&
      (!isStopWord(word, language) || ORDINAL.test(word)),
  )
  return new Set([...words.map((word) => bareWord(word, language)), ...days])
}

/** An amount with a fraction, whose parts are no words: the `00` of `£14.00`. */
const PRICE = /(?<![\d.,])\d+[.,]\d\d(?![\d.,]?\d)/gu

/** Ordinal numbers, which distinguish `the second dog` from the first, but are stop words. */
const ORDINAL =
  /^(?:first|second|third|fourth|(?:erst|zweit|dritt|viert)e[nmrs]?|premi[eè]re?s?|deuxième|seconde?|troisième|primer[ao]?|segund[ao]|tercer[ao]?|prim[ao]|second[ao]|terz[ao]|primeir[ao]|terceir[ao]|eerste|tweede|derde|pierwsz\p{L}{1,3}|drug\p{L}{1,3}|trzeci\p{L}{0,3}|перв\p{L}{2,3}|втор\p{L}{2,3}|трет\p{L}{2,3}|första|andra|tredje|birinci|ikinci|üçüncü)$/u

/** Returns a word without what its language joins to it: Arabic articles, Korean particles. */
function bareWord(word: string, language: string): string {
  if (language === 'ar') return word.replace(ARABIC_ARTICLE, '')
  return language === 'ko' ? stemOf('ko')(word) : word
}
const ARABIC_ARTICLE = /^[وبلف]?ال(?=\p{L}{3})/u
