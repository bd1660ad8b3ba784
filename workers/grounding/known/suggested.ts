import { AT_LEAST, AT_MOST } from '../../figures/limits.ts'
import { isCounted, type Quantity, scaledOf } from '../../figures/quantities.ts'
import { isSameQuantity } from '../../figures/sameQuantity.ts'
import { isNegated } from '../../language/negation.ts'
import type { FigureClaim } from './figureClaim.ts'
import { mentionedIn, type Operand, operandClausesOf, operandsOf, wordStemsOf } from './operands.ts'

/**
 * Whether a figure of a sentence was only suggested to the model, by the question or an earlier
 * message, while a source has another one for just that: `Yes, it costs €25`. A figure within a
 * source's limit is none, and neither is one that stands beside the source's own, or is denied.
 * @param cited the figures of the sources
 */
export async function isSuggested(
  figure: Quantity,
  said: readonly Quantity[],
  cited: readonly Quantity[],
  { sentence, language, sources, given }: FigureClaim,
): Promise<boolean> {
  const unit = figure.unit?.name
  if (unit === undefined || isNegated(sentence, language)) return false
  const isAlike = (other: Quantity) => other.unit?.name === unit
  const isAnswered = said
    .filter((other) => isCounted(other) && isAlike(other))
    .some((other) => cited.some((known) => isAlike(known) && isSameQuantity(other, known)))
  if (isAnswered) return false
  const operands = (await operandsOf(sources)).filter(
    ({ quantity }) => isCounted(quantity) && isAlike(quantity),
  )
  const clause = operandClausesOf(sentence).find((part) => part.includes(figure.number)) ?? sentence
  const stems = wordStemsOf(clause, language)
  // `Yes, it costs €25` means what was asked.
  const meant = mentionedIn(operands, stems.size ? stems : wordStemsOf(given.question, language))
  return meant.length > 0 && meant.every((operand) => !isWithin(figure, operand))
}

/** Whether a figure is within the limit that a clause of a source sets. */
function isWithin(figure: Quantity, { quantity, clause }: Operand): boolean {
  const has = (holds: (value: number, limit: number) => boolean) =>
    scaledOf(figure).some((value) => scaledOf(quantity).some((limit) => holds(value, limit)))
  return (
    (AT_LEAST.test(clause) && has((value, limit) => value >= limit)) ||
    (AT_MOST.test(clause) && has((value, limit) => value <= limit))
  )
}
