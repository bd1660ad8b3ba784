import { type Db, sql } from '../db.ts'

/** What a question found, as far as pairs are concerned. */
interface Found {
  knowledge_id: string
  chunk_id: string
  url: string | null
  heading: string
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
    select entry_id as knowledge_id, coalesce(c.page_url, e.url) as url, heading, question_key, text
      from (select distinct *
              from unnest(${pairs.map(({ knowledge_id }) => knowledge_id)}::uuid[],
                          ${pairs.map(({ question_key }) => question_key!)}::text[])) as pair (entry_id, question_key)
      join chunks c using (entry_id, question_key)
      join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     where c.organization_id = ${organizationId}
     order by c.entry_id, c.position`
  const wholes = new Map<string, { text: string; last: string }>()
  for (const piece of pieces) {
    const key = keyOf(piece)
    const before = wholes.get(key)
    const text = before ? before.text + separatorAfter(before.last) + withoutQuestion(piece.text) : piece.text
    wholes.set(key, { text, last: piece.text })
  }
  return passages.map((passage) => {
    const text = passage.question_key && wholes.get(keyOf(passage))?.text
    return text && text !== passage.text ? { ...passage, text, found: passage.text } : passage
  })
}

/** The same question elsewhere, on another page or under another heading, is another pair. */
type Piece = Pick<Found, 'knowledge_id' | 'url' | 'heading' | 'question_key' | 'text'>
const keyOf = ({ knowledge_id, url, heading, question_key }: Omit<Piece, 'text'>) =>
  JSON.stringify([knowledge_id, url, heading, question_key])

/** Each piece has it in its first line. */
const withoutQuestion = (text: string) => text.slice(text.indexOf('\n') + 1)

/** Pieces are cut when they are full. After one that is not, the same question is answered again. */
const separatorAfter = (piece: string) => (withoutQuestion(piece).length < NOT_FULL ? '\n' : '')
const NOT_FULL = 750
