import { languageOf } from '../../../shared/lib/text/language.ts'
import { CLOCK } from '../../figures/clockTimes.ts'
import type { Quantity } from '../../figures/quantities.ts'
import { figuresOf } from '../../figures/readFigures.ts'
import { isSameQuantity } from '../../figures/sameQuantity.ts'
import {
  type CalculationInputs,
  calculatedFrom,
  isDuration,
  type StatedFigure,
} from './arithmetic.ts'
import type { FigureClaim } from './figureClaim.ts'
import { mentionedIn, type Operand, operandsOf, wordStemsOf } from './operands.ts'
import { sharesOf } from './shares.ts'
import { statedCounts } from './statedCounts.ts'
import { withoutWritten } from './writtenResults.ts'

/**
 * Drops the figures that can be calculated, and the numbers of the sentence that they were
 * calculated with: `twelve months cost $1,428`, where a month costs $119.
 * @param unknown figures of the sentence that nothing has
 * @param said all figures of the sentence
 */
export async function withoutCalculated(
  unknown: readonly Quantity[],
  said: readonly Quantity[],
  claim: FigureClaim,
): Promise<Quantity[]> {
  let left = [...unknown]
  // A sum may stand before its parts, so they are tried until none is left that helps.
  for (let before = -1; left.length && left.length !== before; ) {
    before = left.length
    for (const quantity of left) {
      const known = said.filter((other) => !left.includes(other))
      const others = said.filter((other) => other !== quantity)
      const used = calculatedFrom(quantity, await inputsFor(quantity, known, others, claim))
      if (used) left = left.filter((other) => other !== quantity && !isOneOf(other, used))
    }
  }
  return withoutWritten(left, claim)
}

/** Whether a figure is one of others, or says the same number again: `twelve months, 12 × $119`. */
const isOneOf = (figure: Quantity, others: readonly Quantity[]) =>
  others.some(({ values }) => values.some((value) => figure.values.includes(value)))

/**
 * @param known the figures of the sentence that are supported
 * @param others all other figures of the sentence
 */
async function inputsFor(
  quantity: Quantity,
  known: readonly Quantity[],
  others: readonly Quantity[],
  { sentence, language, sources, before, given: { question } }: FigureClaim,
): Promise<CalculationInputs> {
  const asked = (await figuresOf(question, languageOf(question, language))).quantities
  const earlier = (await figuresOf(before, language)).quantities
  const all = await operandsOf(sources)
  const operands = all.filter(
    (operand) => !quantity.unit || operand.quantity.unit?.name === quantity.unit.name,
  )
  const times = all.filter((operand) => operand.quantity.unit?.name === CLOCK.name)
  const stated = [...known, ...asked, ...earlier]
  const percents = [...all.map((operand) => operand.quantity), ...asked, ...earlier].filter(
    ({ unit }) => unit?.name === 'percent',
  )
  const texts = sources.map(({ source }) => source.text)
  return {
    figures: [
      ...stated.map(
        (figure): StatedFigure => ({ quantity: figure, clause: clauseOf(figure, all) }),
      ),
      ...[...spokenOf(operands, { sentence, language, question }), ...times].map(withClause),
    ],
    multiplied: quantity.unit ? operands.map(withClause) : [],
    counts: statedCounts(
      others,
      quantity.unit && earlier.length <= MAX_EARLIER ? [...asked, ...earlier] : asked,
      `${sentence} ${question}`,
      texts,
    ),
    shares: [
      ...percents.flatMap(({ values }) => values.map((value) => value / 100)),
      ...sources.flatMap(({ source, language }) =>
        sharesOf(source.text, language).map(({ share }) => share),
      ),
    ],
  }
}

/** Returns the clause of a source that has a figure, too: `3` and `5 days` are one range. */
const clauseOf = (figure: Quantity, operands: readonly Operand[]) =>
  operands.find(({ quantity }) => quantity.unit && isSameQuantity(quantity, figure))?.stems ?? null

/** With more figures in the sentences before, their products could be nearly any number. */
const MAX_EARLIER = 6

const withClause = ({ quantity, stems }: Operand): StatedFigure => ({ quantity, clause: stems })

/** Two prices have only one sum, and few sentences name both: `Online you save €15`. */
const MAX_UNNAMED = 2

/**
 * Returns the figures that the sentence mentions by words, else the question; else all, but for
 * durations, which are hardly ever added.
 */
function spokenOf(
  operands: readonly Operand[],
  { sentence, language, question }: { sentence: string; language: string; question: string },
): readonly Operand[] {
  const isTime = operands.some(({ quantity }) => quantity.unit && isDuration(quantity.unit.name))
  if (!isTime && operands.length <= MAX_UNNAMED) return operands
  const said = mentionedIn(operands, wordStemsOf(sentence, language))
  if (said.length) return said
  const asked = mentionedIn(operands, wordStemsOf(question, languageOf(question, language)))
  if (asked.length) return asked
  return isTime ? [] : operands
}
