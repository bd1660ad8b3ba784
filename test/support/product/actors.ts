import { v7 as uuid } from 'uuid'
import type { Client } from '../http/client.ts'
import type { Parley } from './parley.ts'

/** A conversation with an agent that has tools, in an organization of its own. */
export interface Acting {
  client: Client
  agent_id: string
  thread: string
  tools: any[]
  /** Posts a message and returns the answer. */
  say(content?: string, more?: object): Promise<any>
  /** The steps of all replies, in their order. */
  steps(): Promise<any[]>
}

let organizations = 0

/** Makes an agent with these tools, and a conversation with it. */
export async function makeActing(
  { db, another }: Pick<Parley, 'db' | 'another'>,
  fieldsOfTools: readonly Record<string, unknown>[],
  agent: object = {},
): Promise<Acting> {
  const client = await another(`Acting ${++organizations}`)
  const tools: any[] = []
  for (const fields of fieldsOfTools) {
    const json = { input_schema: '', body_template: '', probe: '', confirm_when: '' }
    for (const name of Object.keys(json) as (keyof typeof json)[])
      json[name] = (name in fields ? JSON.stringify(fields[name]) : null) as string
    const [tool] = await db('tools')
      .insert({
        id: uuid(),
        organization_id: client.organizationId,
        kind: 'http',
        ...fields,
        ...json,
      })
      .returning('*')
    tools.push(tool)
  }
  const { id: agent_id } = await client.makeAgent(agent)
  await db('agents')
    .where({ id: agent_id })
    .update({ tool_ids: tools.map(({ id }) => id) })
  const { id: thread } = await client.makeConversation({ agent_id })
  return {
    client,
    agent_id,
    thread,
    tools,
    say: (content = 'Please do it.', more = {}) =>
      client.post(`/api/v1/conversations/${thread}/messages`, { content, ...more }),
    steps: () =>
      db('reply_steps').where({ thread_id: thread }).orderBy('created_at').orderBy('step'),
  }
}

/** Returns the calls among steps as `name state` or, with an error, `name state code`. */
export const outcomesOf = (steps: readonly any[]): string[] =>
  steps
    .filter(({ kind }) => kind === 'tool')
    .map(({ name, state, error }) => [name, state, error?.code].filter(Boolean).join(' '))
