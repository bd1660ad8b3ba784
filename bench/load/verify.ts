import type { Stack } from './stack.ts'

/** Counts the rows that each message leaves behind, after the processes have stopped. */
const COUNTS = {
  parley: `
  select (select count(*) from messages where role = 'user')::int as questions,
         (select count(*) from messages where role = 'assistant' and status = 'completed')::int as replies,
         (select count(distinct in_reply_to) from messages where role = 'assistant')::int as "questions with a reply",
         (select count(*) from usages where outcome = 'completed')::int as usages,
         (select count(*) from jobs where lane = 'reply' and outcome = 'completed')::int as jobs,
         (select count(*) from idempotency_keys where endpoint like 'POST %/messages')::int as "idempotency keys",
         (select count(*) from request_logs where endpoint like '%/messages' and status_code = 201)::int as "logged requests"`,
  plain: `
  select (select count(*) from messages where role = 'user')::int as questions,
         (select count(*) from messages where role = 'assistant' and status = 'completed')::int as replies,
         (select count(distinct question_id) from messages where role = 'assistant')::int as "questions with a reply",
         (select count(*) from usages)::int as usages,
         (select count(*) from jobs where outcome = 'completed')::int as jobs,
         (select count(*) from idempotency_keys)::int as "idempotency keys",
         (select count(*) from request_logs where endpoint like '%/messages' and status_code = 201)::int as "logged requests"`,
}

/**
 * @param program whose tables the database has
 * @throws if a row is missing or stored twice
 */
export async function checkRows(
  stack: Stack,
  database: string,
  answers: number,
  program: keyof typeof COUNTS = 'parley',
): Promise<void> {
  const [counts] = await stack.query<Record<string, number>>(database, COUNTS[program])
  const wrong = Object.entries(counts!).filter(([, count]) => count !== answers)
  if (wrong.length)
    throw new Error(
      `${answers} answers, but ${wrong.map(([name, count]) => `${count} ${name}`).join(', ')}`,
    )
}
