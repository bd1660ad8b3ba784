type Thing = { [key: string]: unknown }

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (thing: Thing, names: readonly string[]) =>
  names
    .map((name) => thing[name])
    .find((text): text is string => typeof text === 'string' && text.trim() !== '')

/**
 * Reads a question with its answer, as in schema.org's `FAQPage` and `QAPage`. Both may be HTML.
 * @returns undefined for anything else
 */
export function questionOf(value: unknown): { question: string; answer: string } | undefined {
  if (!isThing(value) || ![value['@type']].flat().includes('Question')) return undefined
  const question = textIn(value, ['name', 'text', 'headline'])
  const given = [value.acceptedAnswer ?? value.suggestedAnswer].flat()
  const answers = given.flatMap((answer) =>
    isThing(answer)
      ? (textIn(answer, ['text', 'name']) ?? [])
      : typeof answer === 'string'
        ? answer
        : [],
  )
  return question && answers.length ? { question, answer: answers.join('\n\n') } : undefined
}
