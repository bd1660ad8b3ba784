import { createHash } from 'node:crypto'
import type { AskedCall } from '../../shared/tools/steps.ts'
import type { ModelMessage } from '../prompt/prompt.ts'

/**
 * Returns the id by which a model knows each call of its messages. The model that made a call gets
 * its own id back, unless several calls have the same one: some servers number the calls of each
 * answer anew. All others get nine letters and digits, which is the only form that Mistral takes.
 * @param model the model that is asked, as `provider:model` or `connection:model`
 */
export function callIds(
  messages: readonly ModelMessage[],
  model: string,
): (call: AskedCall, madeBy: string) => string {
  const uses = new Map<string, number>()
  for (const message of messages)
    for (const { own_id } of 'calls' in message ? message.calls : [])
      if (own_id) uses.set(own_id, (uses.get(own_id) ?? 0) + 1)
  return ({ own_id, call_id }, madeBy) =>
    own_id && madeBy === model && uses.get(own_id) === 1 ? own_id : shortId(call_id)
}

const shortId = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 9)
