import { Badge } from '../../components/Badge.tsx'
import type { Schemas } from '../../lib/api.ts'
import { ROLE_NAMES } from '../../lib/roles.ts'

export type Person = Schemas['Person']

/** Cache keys of the lists. */
export const USERS = 'users'
export const INVITATIONS = 'invitations'

const KINDS = { owner: 'accent', editor: 'good', agent: 'plain', viewer: 'plain' } as const

export const RoleBadge = ({ role }: { role: Person['role'] }) => (
  <Badge kind={KINDS[role]}>{ROLE_NAMES[role]}</Badge>
)
