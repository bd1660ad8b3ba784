import type { Db } from '../shared/db.ts'
import type { QuestionSet } from './questionSet.ts'
export async function measureLatency(_db: Db, _sets: QuestionSet[], _chunks: number): Promise<object[]> {
  return []
}
