import { LRUCache } from 'lru-cache'
import type { KnowledgeEntry } from '../knowledge/knowledge.ts'
import type { Db } from '../lib/db/db.ts'
import { prepared } from '../lib/db/statements.ts'
import { questionKey } from '../lib/text/terms.ts'
import type { Readings, WordIndex } from './wordIndex/wordIndex.ts'

/** A chunk that may answer a question, with the fields of its entry that a citation needs. */
export interface Passage extends Pick<KnowledgeEntry, 'title' | 'url'> {
  /** `tool`: the result of a tool call, which is no knowledge. */
  kind: KnowledgeEntry['kind'] | 'tool'
  /** The id of its entry, or of the tool call. */
  knowledge_id: string
  chunk_id: string
  /** The headings above it, outermost first, joined by ` › `; empty: none. */
  heading: string
  /** The text. A Q/A pair is whole, with its question in the first line. */
  text: string
  /** The page of its file on which it begins, from 1 on; null: the file has no pages. */
  page?: number | null
  /** The day on which its text last changed, as far as is known, as `YYYY-MM-DD` in UTC. */
  updated?: string | null
  /**
   * The key that equal questions share; null: the chunk is no Q/A pair, or its question has no
   * word.
   */
  question_key?: string | null
  /** The piece of `text` that was found, if a long answer is stored in pieces. */
  found?: string
  /** At least 0. Comparable within one question only. */
  score: number
  /**
   * The words that were searched for besides the question's, the same in all passages of a search;
   * undefined: none.
   */
  readings?: Readings
}

/** Returns whether a passage is a Q/A pair with the same question. */
export function asksTheSame(
  { question_key }: Pick<Passage, 'question_key'>,
  question: string,
): boolean {
  return question_key != null && question_key === questionKey(question)
}

/** Returns whether a passage is a Q/A pair, either an entry of its own or within a file. */
export const isPair = ({ kind, question_key }: Pick<Passage, 'kind' | 'question_key'>) =>
  kind === 'qa' || Boolean(question_key)

/** The organization and agent whose knowledge is searched. */
interface PassageSearch {
  organizationId: string
  agentId: string
  /** The most pairs with the same question. */
  limit: number
}

type Stored = Omit<Passage, 'score' | 'found' | 'readings'> & {
  /** The agents that its entry serves; null: every agent of the organization. */
  agent_ids: string[] | null
  /** Its place among the chunks of its entry. */
  position: number
  /** The texts of all pieces of a pair, in order; null: the chunk is no pair. */
  pieces: string[] | null
}

/** The dates of a chunk from which `updated` is made. */
interface Dates {
  /** The day since when the entry has had this text, as `YYYY-MM-DD`; null: not known. */
  written_on: string | null
  /** The page's own `Last-Modified`, as its server wrote it. */
  last_modified: string | null
}

export type PassageRow = Stored & {
  /** Whether its question equals the asked question. */
  is_same: boolean
}

/**
 * The most characters of cached passages in a process, of all organizations together. They take up
 * to two bytes each.
 */
const MAX_HELD = 12_000_000
/**
 * The most characters of a question key whose pairs are cached. Pairs of a longer key are read each
 * time.
 */
const LONGEST_KEY = 200

/** The cached passages, by organization, version of its knowledge, and chunk. */
const chunks = new LRUCache<string, Stored>({
  maxSize: MAX_HELD,
  sizeCalculation: ({ text, pieces, heading }) =>
    300 +
    text.length +
    heading.length +
    (pieces ?? []).reduce((sum, piece) => sum + piece.length, 0),
})
/**
 * The ids of the pairs with the same question, by organization, version, agent, limit and question
 * key.
 */
const samePairs = new LRUCache<string, string[]>({ max: 20_000 })

/**
 * Reads the existing chunks among `ids` that serve the agent, and the pairs whose question has this
 * key, ordered by entry and by place in it. Caches them for one version of the knowledge.
 */
export async function readPassages(
  db: Db,
  { organizationId, version }: Pick<WordIndex, 'organizationId' | 'version'>,
  { agentId, limit }: Omit<PassageSearch, 'organizationId'>,
  ids: readonly string[],
  key: string | null,
): Promise<PassageRow[]> {
  const holder = version === null ? null : `${organizationId} ${version}`
  const keyOf = (id: string) => `${holder} ${id}`
  const keyOfSame =
    holder && key && key.length <= LONGEST_KEY ? `${holder} ${agentId} ${limit} ${key}` : null
  const held = new Map<string, Stored>()
  const hold = (id: string) => {
    const row = holder === null ? undefined : chunks.get(keyOf(id))
    if (row) held.set(id, row)
    return row !== undefined
  }
  const missing = ids.filter((id) => !hold(id))
  let same = key === null ? [] : keyOfSame && samePairs.get(keyOfSame)
  if (same && !same.every(hold)) same = null
  if (missing.length || !same) {
    const rows = await read(db, { organizationId, agentId, limit }, missing, same ? null : key)
    for (const { is_same, ...row } of rows) {
      held.set(row.chunk_id, row)
      if (holder !== null) chunks.set(keyOf(row.chunk_id), row)
    }
    if (!same) {
      same = rows.filter(({ is_same }) => is_same).map(({ chunk_id }) => chunk_id)
      if (keyOfSame) samePairs.set(keyOfSame, same)
    }
  }
  const isSame = new Set(same)
  return [...new Set([...ids, ...same])]
    .flatMap((id) => held.get(id) ?? [])
    .filter(({ agent_ids }) => agent_ids === null || agent_ids.includes(agentId))
    .sort(
      (left, right) =>
        compare(left.knowledge_id, right.knowledge_id) || left.position - right.position,
    )
    .map((row) => ({ ...row, is_same: isSame.has(row.chunk_id) }))
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right))

/**
 * Reads passages. Subqueries hide the values from the planner, which would otherwise plan each call
 * anew. Planning takes 5 times as long as reading.
 */
async function read(
  db: Db,
  { organizationId, agentId, limit }: PassageSearch,
  ids: readonly string[],
  key: string | null,
): Promise<PassageRow[]> {
  const rows = await prepared<PassageRow & Dates>(db)`
    with wanted as (
      select id, false as is_same from unnest(array(select unnest(${ids}::bigint[]))) as id
       union all
      (select distinct on (c.entry_id, c.page_url, c.heading) c.id, true
         from chunks c join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
        where c.organization_id = (select ${organizationId}::uuid) and c.question_key = (select ${key}::text)
          and (e.agent_ids is null or ${agentId} = any(e.agent_ids))
        order by c.entry_id, c.page_url, c.heading, c.position
        limit (select ${limit}::integer))
    )
    select e.id as knowledge_id, c.id as chunk_id, e.kind, e.agent_ids, c.position,
           coalesce(c.page_title, e.title, e.page_title, e.question) as title, coalesce(c.page_url, e.url) as url,
           c.heading, c.text, c.page, c.question_key, is_same, pieces,
           to_char(coalesce(c.written_at, e.indexed_at) at time zone 'UTC', 'YYYY-MM-DD') as written_on, e.last_modified
      from wanted
      join chunks c on c.organization_id = (select ${organizationId}::uuid) and c.id = wanted.id
      join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
      left join lateral (
        select array_agg(p.text order by p.position) as pieces
          from chunks p
         where p.organization_id = c.organization_id and p.entry_id = c.entry_id and p.question_key = c.question_key
           and p.page_url is not distinct from c.page_url and p.heading = c.heading
      ) pair on c.question_key is not null`
  return rows.map(({ written_on, last_modified, ...row }) => ({
    ...row,
    updated: earlierDay(written_on, last_modified),
  }))
}

/**
 * Returns the earlier of two days: many servers give the moment of the request as `Last-Modified`,
 * and a page that is older than its entry says so.
 */
function earlierDay(
  writtenOn: Dates['written_on'],
  lastModified: Dates['last_modified'],
): string | null {
  const at = new Date(lastModified ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return writtenOn
  const modifiedOn = at.toISOString().slice(0, 10)
  return writtenOn && writtenOn < modifiedOn ? writtenOn : modifiedOn
}
