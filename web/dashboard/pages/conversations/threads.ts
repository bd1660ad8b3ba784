import type { Schemas } from '../../api.ts'

export type Thread = Schemas['ThreadSummary']

/** Names the person in a thread. */
export function whoOf({
  kind,
  customer_id,
  visitor_id,
  id,
}: Pick<Thread, 'kind' | 'customer_id' | 'visitor_id' | 'id'>) {
  if (kind === 'conversation') return customer_id ?? 'Unnamed customer'
  return visitor_id ?? `Visitor ${id.slice(-6)}`
}

/** The values of `status` in words, and the looks of their badges. */
export const STATUS = {
  active: { name: 'Open', kind: 'good' },
  open: { name: 'Open', kind: 'good' },
  closed: { name: 'Closed', kind: 'plain' },
  expired: { name: 'Expired', kind: 'plain' },
} as const

export const isOpen = ({ status }: Pick<Thread, 'status'>) => status === 'open' || status === 'active'
