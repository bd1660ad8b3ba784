import { RECORDED_ANSWERS } from '../../api/openapi/recordedAnswers.ts'

/** Returns the answer that the operation gave to its sample, as a block of a guide. */
export function recordedAnswer(operationId: string): string {
  const recorded = RECORDED_ANSWERS[operationId]
  if (!recorded) throw new Error(`There is no recorded answer of ${operationId}: npm run answers`)
  return ['```json', JSON.stringify(recorded.answer, null, 2), '```'].join('\n')
}
