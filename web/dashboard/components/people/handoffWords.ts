import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** Reasons for handoffs, by the names of their figures. */
export const HANDOFF_REASONS: Record<keyof Schemas['HandoffsByReason'], string> = {
  customer_request: t('The customer asked for a person'),
  no_answer: t('The agent had no answer'),
  low_rating: t('A low rating'),
  topic: t('A topic'),
  takeover: t('A person took over'),
  other: t('Another reason'),
}

/** States of handed-off chats, by the filter `handoffs` of conversations. */
export const HANDOFF_STATES = {
  none: t('Handled by agents alone'),
  any: t('Handed off to people'),
  answered: t('Answered by people'),
  closed: t('Closed while people had it'),
  returned: t('Returned to the agent'),
  unanswered: t('Not answered in time'),
} as const
