import { agentRecords } from '../../shared/agents/agents.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { addTool, toolRecords } from '../../shared/tools/tools.ts'

/** Where the demo's page answers for an order. */
const PATH = '/demo/orders/{order}'

/**
 * Gives the demo's agent a tool that looks an order up at the demo's page, once: an owner may delete
 * it. The page may have another address at each start.
 * @param address of the API on this machine, without a path
 * @param known the tool of an earlier start; undefined: there was none
 * @returns the id of the tool; undefined: it cannot be made
 */
export async function ensureOrderTool(
  db: Db,
  { organization_id, agent_id }: { organization_id: string; agent_id: string },
  address: string,
  known: string | undefined,
): Promise<string | undefined> {
  const url_template = `${address}${PATH}`
  if (known) {
    const [tool] = await toolRecords.some(db, organization_id, [known])
    const isOurs = tool?.url_template?.endsWith(PATH) && tool.url_template !== url_template
    if (isOurs) await toolRecords.change(db, organization_id, known, { url_template })
    return known
  }
  const tool = await addTool(db, organization_id, {
    name: 'order_status',
    title: 'Order status',
    description:
      'Says where an order is: whether it is being packed, on its way or delivered, what is in it, and when it arrives.',
    kind: 'http',
    examples: [
      'Where is my order 1042?',
      'When will order 1042 arrive?',
      'Why has my order 1042 not arrived yet?',
    ],
    effect: 'read',
    method: 'GET',
    url_template,
    input_schema: {
      type: 'object',
      properties: {
        order: { type: 'string', title: 'Order number', pattern: '^[0-9]{4}$' },
      },
      required: ['order'],
    },
    trusts_result: true,
  })
  if (!tool) return undefined
  await agentRecords.change(db, organization_id, agent_id, { tool_ids: [tool.id] })
  return tool.id
}
