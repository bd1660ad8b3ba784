import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Db } from '../shared/db.ts'
import { readOrigin } from '../shared/origins.ts'
import { hashPassword } from '../shared/secrets.ts'
import {
  type Application,
  createApplication,
  findApplication,
  listApplications,
  ROTATION_GRACE_HOURS,
  revokeSecrets,
  rotateSecret,
  setAllowedOrigins,
} from '../shared/store/applications.ts'
import { ensureOrganization, findOrganization, setHourlyLimit } from '../shared/store/organizations.ts'
import { createUser, ROLES } from '../shared/store/users.ts'

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
      organizations, applications and secrets (their last four characters)
  set-limit --organization NAME (--hourly-limit N | --default)
      API requests an hour of the organization, everywhere within 5 seconds; the default is API_HOURLY_LIMIT
  create-user --organization NAME --email ADDRESS [--role ${ROLES.join('|')}]
      somebody who signs in to the dashboard (default owner), with a password that is shown once`

/** A mistake of whoever typed the command. */
export class UsageError extends Error {}

interface Outcome {
  /** For programs. */
  json: unknown
  /** For people. */
  text: string
}

export const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      organization: { type: 'string' },
      name: { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      'hourly-limit': { type: 'string' },
      'client-id': { type: 'string' },
      email: { type: 'string' },
      role: { type: 'string', default: 'owner' },
      'secret-ending': { type: 'string' },
      'grace-hours': { type: 'string' },
      default: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
type Options = ReturnType<typeof readArguments>['values']

/** Each command checks its options before it asks for the database. */
export const COMMANDS: Record<string, (options: Options) => (db: Db) => Promise<Outcome>> = {
  'create-application'(options) {
    const name = required(options, 'organization')
    const limit = wholeNumber(options, 'hourly-limit')
    const allowed_origins = options.origin.map(originOf)
    return async (db) => {
      const { organization, application, secret, isKnown } = await db.transaction(async (transaction) => {
        const isKnown = (await findOrganization(transaction, name)) !== undefined
        const organization = await ensureOrganization(transaction, name, limit)
        const made = { organization_id: organization.id, name: options.name ?? name, allowed_origins }
        return { organization, isKnown, ...(await createApplication(transaction, made)) }
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
      const { secret: client_secret } = await db.transaction((transaction) =>
        rotateSecret(transaction, application, hours),
      )
      const json = { application_id: application.id, client_id: clientId, client_secret, grace_hours: hours }
      return { json, text: `New secret; the older ones end in ${hours} hours.\n${secretText(json)}` }
    }
  },

  'revoke-secret'(options) {
    const clientId = required(options, 'client-id')
    return async (db) => {
      const application = await theApplication(db, clientId)
      const revoked = await revokeSecrets(db, application, options['secret-ending'])
      if (!revoked) throw new UsageError('This application has no such secret.')
      const json = { application_id: application.id, client_id: clientId, revoked }
      return { json, text: `${revoked} revoked, everywhere within 5 seconds.` }
    }
  },

  'set-origins'(options) {
    const clientId = required(options, 'client-id')
    const origins = options.origin.map(originOf)
    return async (db) => {
      const application = await theApplication(db, clientId)
      await setAllowedOrigins(db, application, origins)
      const json = { application_id: application.id, client_id: clientId, allowed_origins: origins }
      return { json, text: `Allowed origins: ${origins.join(' ') || 'none'}.` }
    }
  },

  'create-user'(options) {
    const name = required(options, 'organization')
    const email = required(options, 'email')
    const role = ROLES.find((one) => one === options.role)
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new UsageError(`--email ${email} is not an address.`)
    if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`)
    const password = randomBytes(15).toString('base64url')
    return async (db) => {
      const password_hash = await hashPassword(password)
      const organization = await findOrganization(db, name)
      if (!organization) throw new UsageError('There is no such organization.')
      const organization_id = organization.id
      const user = await createUser(db, { organization_id, email, role, password_hash })
      if (!user) throw new UsageError(`There is a user with the address ${email} already.`)
      const json = { user_id: user.id, organization_id, email, role, password }
      return {
        json,
        text: `${email} may sign in as ${role} of ${name}.\n  password  ${password}\nKeep it now: it is not shown again.`,
      }
    }
  },

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
    return { json: { applications }, text: lines.join('\n') || 'There are no applications yet.' }
  },

  'set-limit'(options) {
    const name = required(options, 'organization')
    const limit = wholeNumber(options, 'hourly-limit') ?? null
    if ((limit === null) !== options.default)
      throw new UsageError('Give either --hourly-limit N or --default.')
    return async (db) => {
      const organization = await findOrganization(db, name)
      if (!organization) throw new UsageError('There is no such organization.')
      await setHourlyLimit(db, organization.id, limit)
      const json = { organization_id: organization.id, hourly_limit: limit }
      return { json, text: `${organization.name}: ${limit ?? 'the default number of'} requests an hour.` }
    }
  },
}

function required(options: Options, name: 'organization' | 'client-id' | 'email'): string {
  const value = options[name]?.trim()
  if (!value) throw new UsageError(`--${name} is missing.`)
  if (value.length > 200 || /\p{Cc}/u.test(value))
    throw new UsageError(`--${name} must have at most 200 characters, all of them visible.`)
  return value
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

async function theApplication(db: Db, clientId: string): Promise<Application> {
  const application = await findApplication(db, clientId)
  if (!application) throw new UsageError('There is no application with this client id.')
  return application
}

const secretText = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
  `  client id      ${client_id}\n  client secret  ${client_secret}\nKeep the secret now: it is not shown again.`
