import type { PlannedToolCall } from '../../../shared/tools/callAnswer.ts'
import type { CallFacts, Tool } from '../../../shared/tools/tools.ts'

/** A tool that refunds an order. @param fields what is different */
export const toolWith = (fields: Partial<Tool> = {}): Tool => ({
  id: '019a0000-0000-7000-8000-000000000001',
  organization_id: '019a0000-0000-7000-8000-000000000002',
  created_at: new Date('2026-11-30T10:00:00.000Z'),
  updated_at: new Date('2026-11-30T10:00:00.000Z'),
  name: 'refund',
  title: 'Refund',
  description: 'Refunds an order.',
  kind: 'http',
  input_schema: {
    type: 'object',
    properties: {
      order_id: { type: 'string' },
      amount: { type: 'number', minimum: 0 },
      reason: { type: 'string' },
    },
    required: ['order_id', 'amount'],
  },
  examples: [],
  effect: 'write',
  method: 'POST',
  url_template: 'https://shop.example.com/orders/{order_id}/refunds',
  body_template: { amount: '{amount}', reason: '{reason}' },
  auth_header: null,
  sealed_auth: null,
  auth_hint: null,
  sealed_secret: null,
  idempotency_header: null,
  probe: null,
  confirm: 'never',
  confirm_when: null,
  confirm_text: null,
  needs_verified: false,
  trusts_result: false,
  in_tests: false,
  timeout_ms: 8000,
  max_bytes: 65_536,
  is_active: true,
  mcp_server_id: null,
  mcp_name: null,
  mcp_digest: null,
  mcp_change: null,
  ...fields,
})

export const CALL_FACTS: CallFacts = {
  organization_id: '019a0000-0000-7000-8000-000000000002',
  agent_id: '019a0000-0000-7000-8000-000000000003',
  thread_id: '019a0000-0000-7000-8000-000000000004',
  customer_id: 'customer/7',
  is_verified: true,
  call_id: '019a0000-0000-7000-8000-000000000005',
  is_test: false,
  traits: { city: 'Köln', plan: { name: 'gold' } },
  metadata: { shop: 'north' },
}

/** A call of a tool. */
export const callOf = (
  fields: Partial<Tool>,
  input: Record<string, unknown>,
  facts: Partial<CallFacts> = {},
): PlannedToolCall => ({ tool: toolWith(fields), input, facts: { ...CALL_FACTS, ...facts } })
