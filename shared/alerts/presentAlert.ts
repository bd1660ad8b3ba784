import type { Alert } from './alerts.ts'

/** Presents an alert as the API and events show it. */
export const presentAlert = ({
  id,
  kind,
  facts,
  ends_at,
  resolved_at,
  created_at,
  updated_at,
}: Alert) => ({
  object: 'alert',
  id,
  kind,
  state: resolved_at ? ('resolved' as const) : ('open' as const),
  facts,
  ends_at,
  resolved_at,
  created_at,
  updated_at,
})
