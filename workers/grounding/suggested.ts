import { isNegated } from '../language/negation.ts'
import { scaledOf } from './arithmetic.ts'
import type { FigureClaim } from './figureClaim.ts'
import { mentionedIn, type Operand, operandClausesOf, operandsOf, wordStemsOf } from './operands.ts'
import { isCounted, isSameQuantity, type Quantity } from './quantities.ts'

/** Words before a limit that a figure must reach: `orders over €50`. */
const AT_LEAST =
  /(?<!\p{L})(?:over|above|from|at least|more than|minimum|exceed\p{L}{0,3}|older than|after|ab|über|mindestens|mehr als|nach|dès|à partir|au moins|plus de|au-dessus|après|desde|a partir|más de|al menos|mínimo|oltre|da|almeno|più di|mais de|pelo menos|acima|vanaf|boven|meer dan|minstens|od|powyżej|ponad|co najmniej|nad|от|свыше|более|больше|не менее|від|понад|från|över|minst|fra|mindst|üzeri\p{L}{0,3}|en az|sonra|fazla|فوق|أكثر|تزيد|من)(?!\p{L})|以上|超|起|满|滿|이상|부터|ขึ้นไป|เกิน/iu
/** Words before a limit that a figure must not pass: `within 30 days`. */
const AT_MOST =
  /(?<!\p{L})(?:within|up to|until|under|below|less than|at most|maximum|max|before|no more than|innerhalb|binnen|bis|unter|höchstens|maximal|weniger als|vor|sous|dans|jusqu\p{L}{0,2}|au plus|moins de|avant|en dessous|hasta|dentro|en|menos de|máximo|antes|entro|fino|al massimo|meno di|até|em|no máximo|tot|onder|hoogstens|do|poniżej|najwyżej|w ciągu|до|в течение|менее|не более|протягом|inom|under|högst|inden|innen|kadar|içinde|en fazla|altında|حتى|خلال|أقل)(?!\p{L})|以内|以下|まで|未満|内|이내|이하|까지|미만|ภายใน|ไม่เกิน/iu

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

/** Whether a text sets a limit. */
export const isLimited = (text: string): boolean => AT_LEAST.test(text) || AT_MOST.test(text)

/** Whether a figure is within the limit that a clause of a source sets. */
function isWithin(figure: Quantity, { quantity, clause }: Operand): boolean {
  const has = (holds: (value: number, limit: number) => boolean) =>
    scaledOf(figure).some((value) => scaledOf(quantity).some((limit) => holds(value, limit)))
  return (
    (AT_LEAST.test(clause) && has((value, limit) => value >= limit)) ||
    (AT_MOST.test(clause) && has((value, limit) => value <= limit))
  )
}
