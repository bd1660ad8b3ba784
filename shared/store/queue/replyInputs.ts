import type { Agent } from '../accounts/agents.ts'

/** A message of the thread's past, as the model sees it. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string
}

/** What a reply is made from, besides knowledge. */
export interface ReplyInputs {
  agent: Omit<Agent, 'created_at' | 'updated_at'>
  question: string
  question_metadata: Record<string, unknown>
  locale: string | null
  traits: Record<string, unknown> | null
  /** Completed turns before the question, oldest first. */
  history: Turn[]
}

/** More turns than any token budget takes in. */
const MAX_TURNS = 60

/**
 * How many messages hold the wanted turns at the latest, because every second one is a question. It bounds what is read
 * whatever the plan: one that reads the thread from end to end and sorts it seems as good where most threads are short.
 */
const MAX_READ = 2 * MAX_TURNS

export interface LoadedInputs extends ReplyInputs {
  /** Whether it is to be kept how the reply comes about. */
  traced: boolean
  /** Another one after each change of what the organization's agents know. */
  knowledge_version: string
}

/**
 * All that a reply is made from, as one row; of columns that JSON can hold, for a claim gives it as such.
 * @param job how SQL names the row of `open_jobs`
 */
export const selectInputs = (job: string) => `
  select ${job}.traced, to_json(a) as agent, q.content as question, q.metadata as question_metadata, t.locale, c.traits,
         coalesce((select version from knowledge_versions where organization_id = ${job}.organization_id), 0)::text as knowledge_version,
         coalesce((
           select json_agg(json_build_object('role', h.role, 'content', h.content) order by h.seq)
             from (select role, content, seq from messages
                    where organization_id = q.organization_id and thread_id = t.id and seq < q.seq and seq >= q.seq - ${MAX_READ}
                      and status = 'completed' and content is not null
                    order by seq desc limit ${MAX_TURNS}) h
         ), '[]') as history
    from messages q
    join threads t on t.id = q.thread_id
    join agents a on a.id = ${job}.agent_id and a.organization_id = q.organization_id
    left join contexts c on c.id = t.user_context_id and c.organization_id = q.organization_id
   where q.id = ${job}.question_id and q.organization_id = ${job}.organization_id`

/** What a claim of a reply brings along. */
export const REPLY_INPUTS = selectInputs('claimed')
