import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export type Thread = Schemas['ThreadSummary']

/**
 * Returns who chats in a thread: a customer's name, email address or reference. Visitors have no
 * name, and their random ids tell nobody anything.
 */
export function whoOf({
  kind,
  customer_id,
  customer_name,
}: Pick<Thread, 'kind' | 'customer_id' | 'customer_name'>) {
  if (kind === 'session') return t('Visitor')
  return customer_name ?? customer_id ?? t('Unnamed customer')
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
