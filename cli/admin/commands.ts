import { listApplications } from '../../shared/applications/applications.ts'
import { listAllUsers } from '../../shared/people/users.ts'
import { APPLICATIONS } from './applications.ts'
import { CONNECTIONS } from './connections.ts'
import { DEMO_DATA } from './demoData.ts'
import type { Command } from './options.ts'
import { PEOPLE } from './people.ts'
import { KEEPING } from './retention.ts'

const LIST: Command = {
  does: 'List organizations, applications, users, and secrets by their last four characters',
  examples: ['list', 'list --json'],
  prepare: () => async (db) => {
    const applications = await listApplications(db)
    const lines = applications.flatMap((application) => [
      `${application.organization} (${application.organization_id}, ${application.hourly_limit ?? 'default'} requests/h)`,
      `  ${application.name}  ${application.client_id}  origins: ${application.allowed_origins.join(' ') || 'none'}`,
      ...application.secrets.map(
        ({ hint, last_used_at, expires_at, name, scopes }) =>
          `    ${name === null ? 'secret' : `key ${name} (${scopes?.join(', ')})`} …${hint}  last used: ${last_used_at?.toISOString() ?? 'never'}${expires_at ? `  ends: ${expires_at.toISOString()}` : ''}`,
      ),
    ])
    const users = await listAllUsers(db)
    lines.push(
      ...users.map(
        ({ organization, email, role, last_seen_at }) =>
          `${organization}  ${email}  ${role}  last seen: ${last_seen_at?.toISOString() ?? 'never'}`,
      ),
    )
    return {
      json: { applications, users },
      text: lines.join('\n') || 'There are no applications yet.',
    }
  },
}

/** Every command, in the order of the help, under its headings. */
export const GROUPS: Record<string, Record<string, Command>> = {
  'Look around': { list: LIST },
  'Users of the dashboard': PEOPLE,
  'Applications and their secrets': APPLICATIONS,
  'Connections to providers of models': CONNECTIONS,
  Retention: KEEPING,
  'To look at': DEMO_DATA,
}

export const COMMANDS: Record<string, Command> = Object.assign({}, ...Object.values(GROUPS))
