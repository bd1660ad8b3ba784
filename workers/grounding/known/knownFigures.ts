import { languageOf } from '../../../shared/lib/text/language.ts'
import { fullTextOf } from '../../citations/sourceSentences.ts'
import { CLOCK } from '../../figures/clockTimes.ts'
import { AROUND, limitOf } from '../../figures/figureGroups.ts'
import { isCounted, type Quantity, scaledOf } from '../../figures/quantities.ts'
import { figuresOf, saidFiguresOf, type TextFigures } from '../../figures/readFigures.ts'
import { isSameQuantity } from '../../figures/sameQuantity.ts'
import { isSameTime } from '../../figures/sameTime.ts'
import { unitNamed } from '../../figures/units.ts'
import { isFree } from '../../language/freePrice.ts'
import { withoutCalculated } from './calculation.ts'
import { speaksOfWeek } from './calendar.ts'
import type { FigureClaim } from './figureClaim.ts'
import { countsIn, daysOfWeekIn } from './listed.ts'
import { wordStemsOf } from './operands.ts'
import { isApproximate, isRounded } from './rounding.ts'
import { type StatedShare, sharesOf } from './shares.ts'
import { isSuggested } from './suggested.ts'

/** Whether a sentence states a figure, a date, a share or a free price. */
export async function hasFigures(sentence: string, language: string): Promise<boolean> {
  const { quantities, dates } = await figuresOf(sentence, language)
  return (
    quantities.some(isCounted) ||
    dates.length > 0 ||
    sharesOf(sentence, language).length > 0 ||
    isFree(sentence, language)
  )
}

/**
 * Returns the figures of a sentence that nothing supports, as written. A figure is supported if a
 * source or a given text has it, exactly or rounded, or if it can be calculated from few of theirs.
 */
export async function unknownFigures(claim: FigureClaim): Promise<string[]> {
  const { sentence, language, sources } = claim
  const cited = await readAll(sources.map(({ source, language }) => [fullTextOf(source), language]))
  const first = await saidFiguresOf(sentence, language, cited)
  const unsaid = first.quantities.filter(isCounted).filter((said) => !isIn(said, cited))
  const shares = sharesOf(sentence, language)
  if (!unsaid.length && !first.wrongDates.length && !shares.length) return []

  const given = await readAll(claim.given.texts.map((text) => [text, languageOf(text, language)]))
  const said = await saidFiguresOf(sentence, language, [...cited, ...given])
  const unknown: Quantity[] = []
  for (const quantity of said.quantities.filter(isCounted))
    if (!(await isKnown(quantity, said.quantities, { cited, given, claim }))) unknown.push(quantity)
  const uncounted = unknown.filter((quantity) => !isCountOf(quantity, claim))
  const left = await withoutCalculated(uncounted, said.quantities, claim)
  const all = [...cited, ...given].flatMap(({ quantities }) => quantities)
  return [
    ...said.wrongDates.map(({ written }) => written),
    ...left.map(({ written }) => written),
    ...shares.filter((share) => !isShareKnown(share, claim, all)).map(({ written }) => written),
  ]
}

interface KnownTexts {
  cited: readonly KnownText[]
  given: readonly KnownText[]
  claim: FigureClaim
}

/** Whether a source or a given text has a figure, as it is, as a time of day or rounded. */
async function isKnown(
  figure: Quantity,
  said: readonly Quantity[],
  { cited, given, claim }: KnownTexts,
): Promise<boolean> {
  const { sentence, sources } = claim
  const isAbout = isApproximate(sentence)
  const isLike = (known: Quantity, text: string) =>
    isSameQuantity(figure, known) ||
    mayRound(figure, known, isAbout) ||
    isSameTime({ figure, text: sentence }, { figure: known, text })
  if (
    cited.some((text, at) =>
      comparedWith(figure, text).some((known) => isLike(known, sources[at]!.source.text)),
    )
  )
    return true
  const isGiven = given.some((text, at) =>
    comparedWith(figure, text).some((known) => isLike(known, claim.given.texts[at]!)),
  )
  const own = cited.flatMap(({ quantities }) => quantities)
  return isGiven && !(await isSuggested(figure, said, own, claim))
}

const readAll = (texts: readonly (readonly [string, string])[]): Promise<KnownText[]> =>
  Promise.all(
    texts.map(async ([text, language]) => {
      const figures = await figuresOf(text, language)
      const beside = figures.dates.length
        ? (await saidFiguresOf(text, language, [figures])).quantities
        : figures.quantities
      return { ...figures, beside }
    }),
  )

/** The figures of a text. */
interface KnownText extends TextFigures {
  /** Its quantities without the numbers of its dates. */
  beside: readonly Quantity[]
}

/** Returns what a figure may be: the `1` of `1 January` is no £1, but may be `on the 1st`. */
const comparedWith = ({ unit }: Quantity, { quantities, beside }: KnownText) =>
  unit ? beside : quantities

const isIn = (said: Quantity, texts: readonly KnownText[]) =>
  texts.some((text) => comparedWith(said, text).some((known) => isSameQuantity(said, known)))

/**
 * Whether a figure may be another one, rounded. Without a word such as `about`, only a fraction or
 * another unit is rounded: `2020` is not `2024`.
 */
function mayRound(said: Quantity, exact: Quantity, isAbout: boolean): boolean {
  if (said.unit?.name === CLOCK.name || exact.unit?.name === CLOCK.name) return false
  const isOtherUnit = Boolean(said.unit && exact.unit && said.unit.name !== exact.unit.name)
  const isFraction = exact.values.every((value) => !Number.isInteger(value))
  return (isAbout || isOtherUnit || isFraction) && isRounded(said, exact, isAbout)
}

/** The highest number of things that a reply counts by itself. */
const MAX_COUNTED = 31

/** Whether a number says how many things the sources or the reply's own block list. */
function isCountOf({ values, unit, written }: Quantity, claim: FigureClaim): boolean {
  const { sources, block, sentence, language } = claim
  // `At least 2 adults` counts nothing that is listed.
  if (isLimit(written, sentence)) return false
  const [count] = values
  if (count === undefined || !Number.isInteger(count) || count < 2 || count > MAX_COUNTED)
    return false
  if (unit && unit.name !== DAY.name) return false
  if (unit)
    return (
      unit.factor === DAY.factor &&
      speaksOfWeek(sentence) &&
      [{ source: { text: sentence }, language }, ...sources].some(({ source, language }) =>
        daysOfWeekIn(source.text, language).includes(count),
      )
    )
  const stems = wordStemsOf(sentence, language)
  return (
    sources.some(({ source, language: own }) =>
      countsIn(fullTextOf(source), own, own === language ? stems : null).has(count),
    ) || countsIn(block, language, null).has(count)
  )
}
const DAY = unitNamed('day')

/** Whether a sentence says `at least` or `at most` beside a figure. */
function isLimit(written: string, sentence: string): boolean {
  let at = sentence.indexOf(written)
  // The `2` of `12` is another figure.
  while (at > 0 && /\d/.test(sentence[at - 1]!)) at = sentence.indexOf(written, at + 1)
  if (at < 0) return false
  const end = at + written.length
  const before = sentence.slice(Math.max(0, at - AROUND), at)
  return limitOf(before, sentence.slice(end, end + AROUND)) !== null
}

/** Whether a share in words stands in what is known, or is the ratio of two of its figures. */
function isShareKnown(
  { share }: StatedShare,
  { sources, given }: FigureClaim,
  known: readonly Quantity[],
): boolean {
  const texts = [
    ...sources.map(({ source, language }) => ({ text: source.text, language })),
    { text: given.question, language: languageOf(given.question) },
  ]
  if (
    texts.some(({ text, language }) =>
      sharesOf(text, language).some((own) => isNear(own.share, share)),
    )
  )
    return true
  const isPart = ({ values, unit }: Quantity) =>
    values.some(
      (value) => isNear(value, share) || (unit?.name === 'percent' && isNear(value / 100, share)),
    )
  const few = known.slice(0, MAX_COMPARED)
  return (
    known.some(isPart) ||
    few.some((a) =>
      few.some(
        (b) =>
          a.unit?.name === b.unit?.name &&
          scaledOf(a).some((x) => scaledOf(b).some((y) => y > 0 && isNear(x / y, share))),
      ),
    )
  )
}
const MAX_COMPARED = 20
const isNear = (a: number, b: number) => Math.abs(a - b) < 0.005
