/**
 * SQL for the tool calls that a reply has asked for, as JSON of `CallOfReply`; null: there are
 * none. Replies without stored steps cost no look-up.
 * @param of SQL names with `organization_id` and `id` of the reply
 * @param steps SQL for the number of stored steps; null: none
 */
export const callsOfReply = (of: string, steps: string) => `case when ${steps} is not null then (
    select json_agg(json_build_object(
             'call_id', s.call_id, 'tool_id', s.tool_id, 'name', s.name, 'title', coalesce(s.title, s.name),
             'effect', s.effect, 'arguments', coalesce(s.arguments, '{}'), 'digest', encode(s.digest, 'hex'), 'state', s.state,
             'decides', s.decides, 'expires_at', s.expires_at, 'decided_at', s.decided_at, 'error', s.error,
             'settled_as', s.settled_as, 'started_at', s.started_at, 'ended_at', s.ended_at,
             'asks', case when s.decides is not null then (
               select json_build_object('confirm_text', t.confirm_text, 'properties', t.input_schema -> 'properties')
                 from tools t where t.organization_id = s.organization_id and t.id = s.tool_id) end) order by s.step)
      from reply_steps s
     where s.organization_id = ${of}.organization_id and s.reply_id = ${of}.id and s.kind = 'tool') end`
