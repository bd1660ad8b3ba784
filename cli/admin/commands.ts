import type { Db } from '../../shared/db/db.ts'
import { readOrigin } from '../../shared/origins.ts'
import {
  type Application,
  createApplication,
  findApplication,
  listApplications,
  ROTATION_GRACE_HOURS,
  revokeSecrets,
  rotateSecret,
  setAllowedOrigins,
} from '../../shared/store/accounts/applications.ts'
import {
  ensureOrganization,
  findOrganization,
  setHourlyLimit,
} from '../../shared/store/accounts/organizations.ts'
import { listAllUsers, ROLES } from '../../shared/store/accounts/users.ts'
import { type Command, type Options, recordChange, required, UsageError } from './options.ts'
import { organizationOf } from './organization.ts'
import { PEOPLE } from './people.ts'
import { KEEPING } from './retention.ts'

export const USAGE = `usage: npm run --silent admin -- COMMAND [OPTIONS] [--json]

  create-application --organization NAME [--name NAME] [--origin URL]… [--hourly-limit N]
      an application with its first secret, which is shown once; makes the organization if there is none.
      Pages of these origins may get widget tokens; https://*.example.com is every host below example.com
  set-origins --client-id ID [--origin URL]…
      these origins instead of those it has, everywhere within 5 seconds; none: no page gets tokens
  rotate-secret --client-id ID [--grace-hours H]
      a new secret; the older ones live on for H hours (default ${ROTATION_GRACE_HOURS})
  revoke-secret --client-id ID [--secret-ending ABCD]
      ends the secret with these last four characters, or all of them, within 5 seconds
  list
      organizations, applications and secrets (their last four characters), and users
  set-limit --organization NAME (--hourly-limit N | --default)
      API requests an hour of the organization, everywhere within 5 seconds; the default is API_HOURLY_LIMIT
  set-retention --organization NAME [--messages DAYS] [--traces DAYS] [--request-logs DAYS] [--analytics DAYS] [--audit DAYS]
      how long what is kept of the organization, at most as long as the service's settings say (MESSAGE_DAYS and its like); "default" for as
      long as these; what is then too old is deleted within the hour, and is gone for good
  chores
      when the workers last did each of their chores, such as deleting what is too old, and what became of it
  create-user --organization NAME --email ADDRESS [--role ${ROLES.join('|')}]
      somebody who signs in to the dashboard (default owner), with a password that is shown once; makes the first organization
  invite --organization NAME --email ADDRESS [--role ${ROLES.join('|')}] [--address URL]
      a link to the dashboard by which they choose a password themselves (default owner); the address is where browsers reach it
  reset-password --email ADDRESS [--organization NAME]
      a new password, which is shown once; ends their sessions`

/** Each command checks its options before it asks for the database. */
export const COMMANDS: Record<string, Command> = {
  'create-application'(options) {
    const name = required(options, 'organization')
    const limit = wholeNumber(options, 'hourly-limit')
    const allowed_origins = options.origin.map(originOf)
    return async (db) => {
      const { organization, application, secret, isKnown } = await db.transaction(async (transaction) => {
        const isKnown = (await findOrganization(transaction, name)) !== undefined
        const organization = await ensureOrganization(transaction, name, limit)
        const made = { organization_id: organization.id, name: options.name ?? name, allowed_origins }
        const created = await createApplication(transaction, made)
        await recordChange(transaction, organization.id, 'application.created', labelled(created.application))
        return { organization, isKnown, ...created }
      })
      const json = {
        organization_id: organization.id,
        application_id: application.id,
        client_id: application.client_id,
        client_secret: secret,
      }
      return {
        json,
        text: `Application of ${name} created, ${isKnown ? 'an organization that was there before' : 'a new organization'}.\n${secretText(json)}`,
      }
    }
  },

  'rotate-secret'(options) {
    const clientId = required(options, 'client-id')
    const hours = wholeNumber(options, 'grace-hours', 0) ?? ROTATION_GRACE_HOURS
    return async (db) => {
      const application = await theApplication(db, clientId)
      const client_secret = await db.transaction(async (transaction) => {
        const { secret } = await rotateSecret(transaction, application, hours)
        await recordChange(
          transaction,
          application.organization_id,
          'secret.rotated',
          labelled(application),
          { grace_hours: { after: hours } },
        )
        return secret
      })
      const json = { application_id: application.id, client_id: clientId, client_secret, grace_hours: hours }
      return { json, text: `New secret; the older ones end in ${hours} hours.\n${secretText(json)}` }
    }
  },

  'revoke-secret'(options) {
    const clientId = required(options, 'client-id')
    return async (db) => {
      const application = await theApplication(db, clientId)
      const revoked = await db.transaction(async (transaction) => {
        const count = await revokeSecrets(transaction, application, options['secret-ending'])
        if (!count) throw new UsageError('This application has no such secret.')
        await recordChange(
          transaction,
          application.organization_id,
          'secret.revoked',
          labelled(application),
          { revoked: { after: count } },
        )
        return count
      })
      const json = { application_id: application.id, client_id: clientId, revoked }
      return { json, text: `${revoked} revoked, everywhere within 5 seconds.` }
    }
  },

  'set-origins'(options) {
    const clientId = required(options, 'client-id')
    const origins = options.origin.map(originOf)
    return async (db) => {
      const application = await theApplication(db, clientId)
      await db.transaction(async (transaction) => {
        await setAllowedOrigins(transaction, application, origins)
        const changes = { allowed_origins: { before: application.allowed_origins, after: origins } }
        const { organization_id } = application
        await recordChange(
          transaction,
          organization_id,
          'application.changed',
          labelled(application),
          changes,
        )
      })
      const json = { application_id: application.id, client_id: clientId, allowed_origins: origins }
      return { json, text: `Allowed origins: ${origins.join(' ') || 'none'}.` }
    }
  },

  ...PEOPLE,
  ...KEEPING,

  list: () => async (db) => {
    const applications = await listApplications(db)
    const lines = applications.flatMap((application) => [
      `${application.organization} (${application.organization_id}, ${application.hourly_limit ?? 'default'} requests/h)`,
      `  ${application.name}  ${application.client_id}  origins: ${application.allowed_origins.join(' ') || 'none'}`,
      ...application.secrets.map(
        ({ hint, last_used_at, expires_at }) =>
          `    secret …${hint}  last used: ${last_used_at ?? 'never'}${expires_at ? `  ends: ${expires_at}` : ''}`,
      ),
    ])
    const users = await listAllUsers(db)
    lines.push(
      ...users.map(
        ({ organization, email, role, last_seen_at }) =>
          `${organization}  ${email}  ${role}  last seen: ${last_seen_at?.toISOString() ?? 'never'}`,
      ),
    )
    return { json: { applications, users }, text: lines.join('\n') || 'There are no applications yet.' }
  },

  'set-limit'(options) {
    const name = required(options, 'organization')
    const limit = wholeNumber(options, 'hourly-limit') ?? null
    if ((limit === null) !== options.default)
      throw new UsageError('Give either --hourly-limit N or --default.')
    return async (db) => {
      const organization = await organizationOf(db, name)
      await db.transaction(async (transaction) => {
        await setHourlyLimit(transaction, organization.id, limit)
        const changes = { hourly_limit: { before: organization.hourly_limit, after: limit } }
        await recordChange(
          transaction,
          organization.id,
          'organization.changed',
          labelled(organization),
          changes,
        )
      })
      const json = { organization_id: organization.id, hourly_limit: limit }
      return { json, text: `${organization.name}: ${limit ?? 'the default number of'} requests an hour.` }
    }
  },
}

function wholeNumber(options: Options, name: 'hourly-limit' | 'grace-hours', least = 1): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > 2_147_483_647)
    throw new UsageError(`--${name} must be a whole number from ${least}.`)
  return value
}

function originOf(text: string): string {
  const read = readOrigin(text)
  if ('problem' in read) throw new UsageError(`--origin ${text} ${read.problem}.`)
  return read.origin
}

const labelled = ({ id, name }: { id: string; name: string }) => ({ id, label: name })

async function theApplication(db: Db, clientId: string): Promise<Application> {
  const application = await findApplication(db, clientId)
  if (!application) throw new UsageError('There is no application with this client id.')
  return application
}

const secretText = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
  `  client id      ${client_id}\n  client secret  ${client_secret}\nKeep the secret now: it is not shown again.`
