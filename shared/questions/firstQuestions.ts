import { HANDS_OFF, lastReplyTo } from '../chat/messages.ts'
import type { Db } from '../lib/db/db.ts'
import { prepared, sql, sqlText } from '../lib/db/statements.ts'
import { isTried } from '../lib/db/testThreads.ts'

/** The first question of a thread whose reply has ended. */
export interface FirstQuestion {
  thread_id: string
  question: string
  /** The probable language of the question: the thread's or the agent's. */
  language: string | null
  agent_name: string
}

/** The significant words of a first question. */
export interface QuestionWords {
  thread_id: string
  terms: string[]
  forms: string[]
}

/** The most messages that one step reads. */
const STEP_MESSAGES = 1_000

/** The most characters of a question that are read. */
const MAX_CHARACTERS = 1_000

const SEEN = `
  select m.id, m.seq = 1 and m.role = 'user' and not ${isTried('t.')} as is_first, m.thread_id,
         left(m.content, ${MAX_CHARACTERS}) as question, coalesce(t.locale, a.language) as language,
         a.name as agent_name
    from (select * from messages
           where organization_id = :organization_id and id > :last_id and id < :until
           order by id limit ${STEP_MESSAGES}) m
    join threads t on t.organization_id = m.organization_id and t.id = m.thread_id
    join agents a on a.organization_id = m.organization_id and a.id = m.agent_id
   order by m.id`

interface QuestionStep {
  organization_id: string
  last_id: string
  until: string
}

/**
 * The limit up to which first questions may be read: the oldest unfinished reply of each
 * organization.
 */
export interface ReadBounds {
  /**
   * The smallest id of messages that are too young. A message with a smaller id may still be
   * stored.
   */
  settled: string
  /** The organizations with unfinished replies, and the question of each organization's oldest. */
  organizations: string[]
  oldest: string[]
}

/**
 * Reads the bounds. They stay valid for later steps, because later questions have larger ids. Reads
 * every unfinished reply (5 ms for 10,000), so one call serves many steps.
 * @param settledMs younger messages are left for later
 */
export async function readBounds(db: Db, settledMs: number): Promise<ReadBounds> {
  const settled = idAt(Date.now() - settledMs)
  const open = await sql<{ organization_id: string; question_id: string }>(db)`
    select distinct on (organization_id) organization_id, question_id from open_jobs
     where lane = 'reply' and question_id is not null
     order by organization_id, question_id`
  const organizations = open.map(({ organization_id }) => organization_id)
  return { settled, organizations, oldest: open.map(({ question_id }) => question_id) }
}

/**
 * Reads the next first questions of an organization and stores their words, in one transaction.
 * Concurrent workers take different organizations.
 * @param wordsOf reads the words of a question; a question without words is left out
 * @returns how many messages it read; 0: nothing was due
 */
export async function readFirstQuestions(
  db: Db,
  bounds: ReadBounds,
  wordsOf: (question: FirstQuestion) => Omit<QuestionWords, 'thread_id'>,
): Promise<number> {
  return db.transaction(async (transaction) => {
    const step = await nextStep(transaction, bounds)
    if (!step) return 0
    const { organization_id, last_id, until } = step
    const seen = await sqlText<FirstQuestion & { id: string; is_first: boolean }>(
      transaction,
      SEEN,
      {
        organization_id,
        last_id,
        until,
      },
    )
    const found = seen
      .filter(({ is_first }) => is_first)
      .map((row) => ({ thread_id: row.thread_id, ...wordsOf(row) }))
      .filter(({ terms }) => terms.length > 0)
    if (found.length) await store(transaction, organization_id, found)
    await sql(transaction)`
      update first_questions_read set last_id = ${seen.at(-1)?.id ?? last_id} where organization_id = ${organization_id}`
    return seen.length
  })
}

/** Adds the organizations that no worker has read yet. */
export async function addUnread(db: Db): Promise<void> {
  await sql(db)`
    insert into first_questions_read (organization_id)
    select id from organizations o
     where not exists (select from first_questions_read r where r.organization_id = o.id)
    on conflict do nothing`
}

/**
 * Finds an organization with unread messages, and locks it against other workers. With `is not
 * null`, the check for a message is one look-up per organization. `exists` may become a join.
 */
async function nextStep(
  db: Db,
  { settled, organizations, oldest }: ReadBounds,
): Promise<QuestionStep | undefined> {
  const [step] = await prepared<QuestionStep>(db)`
    select r.organization_id, r.last_id, least(${settled}::uuid, open.oldest) as until
      from first_questions_read r
      left join unnest(${organizations}::uuid[], ${oldest}::uuid[]) as open (organization_id, oldest)
        on open.organization_id = r.organization_id
     where (select m.id from messages m
             where m.organization_id = r.organization_id and m.id > r.last_id
               and m.id < least(${settled}::uuid, open.oldest)
             order by m.id limit 1) is not null
     limit 1 for update of r skip locked`
  return step
}

/**
 * A hash of the section of knowledge that the reply `r` cites best: its entry, and the headings
 * above the passage, or the passage's place in an entry without headings. A pair of question and
 * answer is one section.
 */
const CITED_BEST = `(
  select left(md5(cited.entry || coalesce(' ' || section.name, '')), 10)
    from (select citation ->> 'knowledge_id' as entry, citation ->> 'kind' as kind
            from jsonb_array_elements(r.citations) citation
           where citation ->> 'knowledge_id' is not null
           order by (citation ->> 'score')::float8 desc nulls last limit 1) cited
    left join lateral (
      select coalesce(nullif(c.heading, ''), c.position::text) as name
        from jsonb_array_elements(r.marks) mark
        join chunks c on c.organization_id = r.organization_id and c.id = (mark ->> 1)::bigint
       where c.entry_id = cited.entry::uuid and cited.kind <> 'qa' limit 1) section on true)`

/** Stores the words. A question to which the agent only announced a handoff has no topic. */
async function store(
  db: Db,
  organizationId: string,
  found: readonly QuestionWords[],
): Promise<void> {
  await sqlText(
    db,
    `insert into first_questions (thread_id, organization_id, agent_id, asked_at, terms, forms, is_answered, source)
     select t.id, t.organization_id, t.agent_id, q.created_at, given.terms, given.forms, coalesce(r.grounded, false),
            case when r.grounded then ${CITED_BEST} end
       from json_to_recordset(:found::json) as given (thread_id uuid, terms text[], forms text[])
       join threads t on t.organization_id = :organizationId and t.id = given.thread_id
       join messages q on q.thread_id = t.id and q.seq = 1
       left join lateral ${lastReplyTo('q')} r on true
      where r.finish_reason is distinct from '${HANDS_OFF}' or r.grounded is not null
     on conflict (thread_id) do nothing`,
    { organizationId, found: JSON.stringify(found) },
  )
}

/**
 * Returns the smallest id that a message of this time can have: ids of version 7 begin with their
 * time.
 */
function idAt(ms: number): string {
  const hex = Math.max(0, Math.round(ms)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
