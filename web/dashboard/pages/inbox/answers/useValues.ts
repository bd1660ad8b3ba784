import { useUser } from '../../../components/session.tsx'
import { useContact } from '../../../components/threads/cases.ts'
import { useCustomer } from '../../../components/threads/customers.ts'
import type { Schemas } from '../../../lib/api.ts'
import { firstNameOf, type Values } from './variables.ts'

/** Returns the values of variables in a conversation, which its saved answers are filled with. */
export function useValues(thread: Schemas['Thread']): Values {
  const me = useUser()
  const { data: customer } = useCustomer(thread)
  const { data: contact } = useContact(thread)
  const { traits = {}, user_reference } = customer ?? {}
  const name = textOf(traits.name)
  return {
    customer: {
      id: thread.customer_id ?? user_reference,
      first_name: firstNameOf(name),
      ...traits,
      email: textOf(traits.email) ?? contact ?? undefined,
    },
    me: { name: me.name ?? undefined, first_name: firstNameOf(me.name ?? undefined) },
    agent: { name: thread.agent_name },
    organization: { name: me.organization },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
