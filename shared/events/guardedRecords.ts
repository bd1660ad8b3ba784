import type { Secret } from '../applications/applications.ts'
import type { IdentitySecret } from '../applications/identitySecrets.ts'
import { fieldsOf, recordOf } from '../lib/db/present.ts'
import type { Connection } from '../models/storedConnections.ts'
import type { Invitation } from '../people/invitations.ts'
import type { Organization } from '../people/organizations.ts'
import type { Person } from '../people/users.ts'

/** A webhook endpoint as events show it. */
export interface PresentedEndpoint {
  id: string
  description: string
  /** Types of events; `*` stands for all. */
  events: string[]
  is_active: boolean
  disabled_at: Date | null
  /** null: Parley has not disabled it. */
  disabled_reason: string | null
  created_at: Date
  updated_at: Date
}

// Only users of the dashboard may read these records by a GET, but keys and webhook receivers read
// events. So events leave out names and addresses of people, hints of secrets, and addresses of
// servers, which may contain a secret.

export const presentOrganization = recordOf<Organization>('organization', ['name'])

export const presentConnection = recordOf<Connection>('connection', [
  'name',
  'provider',
  'models',
  'prices',
])

export const presentUser = recordOf<Person>('user', ['role', 'is_active'])

export const presentInvitation = recordOf<Invitation>('invitation', ['role', 'expires_at'])

export const presentSecret = fieldsOf<Secret>('secret', [
  'id',
  'name',
  'scopes',
  'agent_ids',
  'is_test',
  'created_at',
  'last_used_at',
  'expires_at',
])

export const presentIdentitySecret = fieldsOf<IdentitySecret>('identity_secret', [
  'id',
  'created_at',
  'expires_at',
])

export const presentEndpoint = recordOf<PresentedEndpoint>('webhook_endpoint', [
  'description',
  'events',
  'is_active',
  'disabled_at',
  'disabled_reason',
])
