import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export type Thread = Schemas['ThreadSummary']

/** Returns the name of the customer in a thread: name, email address or reference. */
export function whoOf({
  kind,
  customer_id,
  customer_name,
  visitor_id,
  id,
}: Pick<Thread, 'kind' | 'customer_id' | 'customer_name' | 'visitor_id' | 'id'>) {
  if (kind === 'conversation') return customer_name ?? customer_id ?? t('Unnamed customer')
  return visitor_id ?? t('Visitor {id}', { id: id.slice(-6) })
}

/** The values of `status` in words, and the looks of their badges. */
export const STATUS = {
  active: { name: t('Open'), kind: 'good' },
  open: { name: t('Open'), kind: 'good' },
  closed: { name: t('Closed'), kind: 'plain' },
  expired: { name: t('Expired'), kind: 'plain' },
} as const

export const isOpen = ({ status }: Pick<Thread, 'status'>) =>
  status === 'open' || status === 'active'

/** The values of `outcome` in words, and the looks of their badges. */
export const OUTCOME = {
  answered: { name: t('Answered'), kind: 'good' },
  not_from_knowledge: { name: t('Not from knowledge'), kind: 'warn' },
  handed_off: { name: t('Handed off'), kind: 'plain' },
  failed: { name: t('Failed'), kind: 'bad' },
  rated_low: { name: t('Rated low'), kind: 'bad' },
} as const
