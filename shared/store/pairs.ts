import { type Db, sql } from '../db.ts'

/** What a question found, as far as pairs are concerned. */
interface Found {
  knowledge_id: string
  chunk_id: string
  question_key?: string | null
  text: string
  found?: string
}

/** The first passage of each Q/A pair, and all others. */
export function onePerPair<Passage extends Found>(passages: readonly Passage[]): Passage[] {
  const once = new Map<string, Passage>()
  for (const passage of passages) {
    const key = passage.question_key ? keyOf(passage) : passage.chunk_id
    if (!once.has(key)) once.set(key, passage)
  }
  return [...once.values()]
}

/** The passages, with the whole of each Q/A pair of which they have a piece: half of an answer may say another thing. */
export async function withWholePairs<Passage extends Found>(
  db: Db,
  organizationId: string,
  passages: readonly Passage[],
): Promise<Passage[]> {
  const pairs = passages.filter(({ question_key }) => question_key)
  if (!pairs.length) return [...passages]
  const pieces = await sql<Piece>(db)`
    select entry_id as knowledge_id, question_key, text
      from unnest(${pairs.map(({ knowledge_id }) => knowledge_id)}::uuid[],
                  ${pairs.map(({ question_key }) => question_key!)}::text[]) as pair (entry_id, question_key)
      join chunks c using (entry_id, question_key)
     where c.organization_id = ${organizationId}
     order by c.entry_id, c.position`
  const texts = new Map<string, string>()
  for (const piece of pieces) {
    const before = texts.get(keyOf(piece))
    texts.set(keyOf(piece), before === undefined ? piece.text : before + withoutQuestion(piece.text))
  }
  return passages.map((passage) => {
    const text = passage.question_key && texts.get(keyOf(passage))
    return text && text !== passage.text ? { ...passage, text, found: passage.text } : passage
  })
}

interface Piece {
  knowledge_id: string
  question_key: string
  text: string
}

const keyOf = ({ knowledge_id, question_key }: Pick<Found, 'knowledge_id' | 'question_key'>) =>
  `${knowledge_id} ${question_key}`

/** Each piece has it in its first line. */
const withoutQuestion = (text: string) => text.slice(text.indexOf('\n') + 1)
