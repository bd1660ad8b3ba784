import type { CallFacts } from './tools.ts'

/**
 * Returns the headers that say for whom a call is made, by their names in lower case. Their values
 * are printable ASCII: a customer's id is percent-encoded. The model writes none of them.
 * `parley-customer` is left out while the customer is not known.
 */
export function identityHeaders(facts: CallFacts): Record<string, string> {
  const { customer_id } = facts
  return {
    'parley-organization': facts.organization_id,
    'parley-agent': facts.agent_id,
    'parley-thread': facts.thread_id,
    ...(customer_id !== null && { 'parley-customer': encodeURIComponent(customer_id) }),
    'parley-verified': String(facts.is_verified),
    'parley-call': facts.call_id,
    'parley-test': String(facts.is_test),
  }
}
