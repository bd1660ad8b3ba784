import {
  type Application,
  createApplication,
  findApplication,
  listApplications,
  ROTATION_GRACE_HOURS,
  revokeSecrets,
  rotateSecret,
  setAllowedOrigins,
} from '../../shared/applications/applications.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { readOrigin } from '../../shared/lib/origins.ts'
import {
  ensureOrganization,
  findOrganization,
  setHourlyLimit,
} from '../../shared/people/organizations.ts'
import { UsageError } from '../terminal/usage.ts'
import { type Command, type Options, recordChange, required } from './options.ts'
import { organizationOf } from './organization.ts'

const WHICH = 'Name the application by --client-id, or by --organization if that has only this one.'

/** Applications, their secrets and limits. */
export const APPLICATIONS: Record<string, Command> = {
  'create-application': {
    does: 'Create an application and its first secret',
    more: 'Creates the organization too, if none has that name. The secret is shown once.',
    needs: ['organization'],
    takes: ['name', 'origin', 'hourly-limit'],
    examples: ['create-application --organization Acme --origin https://shop.example.com'],
    prepare(options) {
      const name = required(options, 'organization')
      const limit = wholeNumber(options, 'hourly-limit')
      const allowed_origins = (options.origin ?? []).map(originOf)
      return async (db) => {
        const { organization, application, secret, isKnown } = await db.transaction(
          async (transaction) => {
            const isKnown = (await findOrganization(transaction, name)) !== undefined
            const organization = await ensureOrganization(transaction, name, limit)
            const made = {
              organization_id: organization.id,
              name: options.name ?? name,
              allowed_origins,
            }
            const created = await createApplication(transaction, made)
            await recordChange(
              transaction,
              organization.id,
              'application.created',
              labelled(created.application),
            )
            return { organization, isKnown, ...created }
          },
        )
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
  },

  'rotate-secret': {
    does: 'Create a new secret; the older secrets end some hours later',
    more: `The new secret is shown once. ${WHICH}`,
    takes: ['client-id', 'organization', 'grace-hours'],
    examples: [
      'create-application --organization Birch',
      'rotate-secret --organization Birch --grace-hours 48',
    ],
    prepare(options) {
      const which = applicationIn(options)
      const hours = wholeNumber(options, 'grace-hours', 0) ?? ROTATION_GRACE_HOURS
      return async (db) => {
        const application = await which(db)
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
        const json = {
          application_id: application.id,
          client_id: application.client_id,
          client_secret,
          grace_hours: hours,
        }
        return {
          json,
          text: `New secret; the older ones end in ${hours} hours.\n${secretText(json)}`,
        }
      }
    },
  },

  'revoke-secret': {
    does: 'End a secret, or all of them, within 5 seconds',
    more: `Without --secret-ending, all secrets of the application end. ${WHICH}`,
    takes: ['client-id', 'organization', 'secret-ending'],
    examples: ['create-application --organization Cedar', 'revoke-secret --organization Cedar'],
    prepare(options) {
      const which = applicationIn(options)
      return async (db) => {
        const application = await which(db)
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
        const json = { application_id: application.id, client_id: application.client_id, revoked }
        return { json, text: `${revoked} revoked, everywhere within 5 seconds.` }
      }
    },
  },

  'set-origins': {
    does: 'Set the origins whose pages may show the widget',
    more: `Replaces the application's origins within 5 seconds. Without --origin, no page may show the widget. ${WHICH}`,
    takes: ['client-id', 'organization', 'origin'],
    examples: [
      'set-origins --organization Demo --origin http://localhost:3000 --origin https://shop.example.com',
    ],
    prepare(options) {
      const which = applicationIn(options)
      const origins = (options.origin ?? []).map(originOf)
      return async (db) => {
        const application = await which(db)
        await db.transaction(async (transaction) => {
          await setAllowedOrigins(transaction, application, origins)
          const changes = {
            allowed_origins: { before: application.allowed_origins, after: origins },
          }
          const { organization_id } = application
          await recordChange(
            transaction,
            organization_id,
            'application.changed',
            labelled(application),
            changes,
          )
        })
        const json = {
          application_id: application.id,
          client_id: application.client_id,
          allowed_origins: origins,
        }
        return { json, text: `Allowed origins: ${origins.join(' ') || 'none'}.` }
      }
    },
  },

  'set-limit': {
    does: 'Set how many API requests an organization may make in an hour',
    more: 'Applies everywhere within 5 seconds. Give either --hourly-limit or --default.',
    needs: ['organization'],
    takes: ['hourly-limit', 'default'],
    examples: ['set-limit --organization Demo --hourly-limit 20000'],
    prepare(options) {
      const name = required(options, 'organization')
      const limit = wholeNumber(options, 'hourly-limit') ?? null
      if ((limit === null) !== (options.default ?? false))
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
        return {
          json,
          text: `${organization.name}: ${limit ?? 'the default number of'} requests an hour.`,
        }
      }
    },
  },
}

function wholeNumber(
  options: Options,
  name: 'hourly-limit' | 'grace-hours',
  least = 1,
): number | undefined {
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

/**
 * Finds the application by its client id, or takes its organization's only application.
 * @throws UsageError
 */
function applicationIn(options: Options): (db: Db) => Promise<Application> {
  if (options['client-id'] === undefined && options.organization !== undefined) {
    const name = required(options, 'organization')
    return async (db) => {
      const { id } = await organizationOf(db, name)
      const [only, ...others] = (await listApplications(db)).filter(
        (application) => application.organization_id === id,
      )
      if (!only)
        throw new UsageError(`${name} has no application. Create it with create-application.`)
      if (others.length === 0) return only
      const all = [only, ...others]
        .map(({ client_id, name }) => `${client_id} (${name})`)
        .join(', ')
      throw new UsageError(
        `${name} has several applications: say which with --client-id. There is ${all}.`,
      )
    }
  }
  const clientId = required(options, 'client-id')
  return async (db) => {
    const application = await findApplication(db, clientId)
    if (!application) throw new UsageError('There is no application with this client id.')
    return application
  }
}

const secretText = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
  `  client id      ${client_id}\n  client secret  ${client_secret}\nKeep the secret now: it is not shown again.`
