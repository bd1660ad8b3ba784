import { randomBytes } from 'node:crypto'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { hashPassword, hashSecret } from '../../shared/lib/secrets.ts'
import { removeAuthenticator } from '../../shared/people/authenticators.ts'
import { INVITATION_DAYS, putInvitation } from '../../shared/people/invitations.ts'
import { allowPasswords } from '../../shared/people/singleSignOn.ts'
import {
  type Account,
  createUser,
  findAccounts,
  ROLES,
  type Role,
  setPassword,
} from '../../shared/people/users.ts'
import { UsageError } from '../terminal/usage.ts'
import { type Command, type Options, recordChange, required } from './options.ts'
import { organizationOf, organizationOrFirst } from './organization.ts'

/** Makes a password that cannot be guessed and is short enough to type. */
export const makePassword = () => randomBytes(15).toString('base64url')

/** Commands for the users of the dashboard. */
export const PEOPLE: Record<string, Command> = {
  'create-user': {
    does: 'Create a user of the dashboard, with a password',
    more: 'The password is shown once. Creates the organization too, if none exists yet. Without a name, the user is asked for one when they first sign in.',
    needs: ['organization', 'email'],
    takes: ['name', 'role'],
    examples: [
      "create-user --organization Demo --email you@example.com --name 'Ada Winter' --role editor",
    ],
    prepare(options) {
      const organization = required(options, 'organization')
      const email = addressIn(options)
      const name = personNameIn(options)
      const role = roleIn(options)
      const password = makePassword()
      return async (db) => {
        const password_hash = await hashPassword(password)
        const user = await db.transaction(async (transaction) => {
          const { id: organization_id } = await organizationOrFirst(transaction, organization)
          const made = await createUser(transaction, {
            organization_id,
            email,
            name,
            role,
            password_hash,
          })
          if (!made)
            throw new UsageError(`${organization} has a user with the address ${email} already.`)
          await recordChange(
            transaction,
            organization_id,
            'user.created',
            { id: made.id, label: email },
            { role: { after: role } },
          )
          return { ...made, organization_id }
        })
        const json = {
          user_id: user.id,
          organization_id: user.organization_id,
          email,
          name,
          role,
          password,
        }
        return {
          json,
          text: `${email} may sign in as ${role} of ${organization}.\n${passwordText(password)}`,
        }
      }
    },
  },

  invite: {
    does: 'Create a link with which a user chooses a password for the dashboard',
    more: `The link is shown once, and works once, within ${INVITATION_DAYS} days.`,
    needs: ['organization', 'email'],
    takes: ['role', 'address'],
    examples: ['invite --organization Demo --email colleague@example.com'],
    prepare(options) {
      const name = required(options, 'organization')
      const email = addressIn(options)
      const role = roleIn(options)
      const { address = 'http://localhost:3000' } = options
      if (!URL.canParse(address)) throw new UsageError(`--address ${address} is no URL.`)
      const token = randomBytes(32).toString('base64url')
      const link = `${new URL('/dashboard/invitation', address)}#${token}`
      return async (db) => {
        const { id: organization_id } = await organizationOf(db, name)
        const made = {
          organization_id,
          email,
          role,
          invited_by: 'the admin tool',
          token_hash: hashSecret(token),
        }
        const { invitation } = await db
          .transaction(async (transaction) => {
            const put = await putInvitation(transaction, made)
            const action = put.isNew ? 'invitation.created' : 'invitation.renewed'
            const target = { id: put.invitation.id, label: email }
            await recordChange(transaction, organization_id, action, target, {
              role: { after: role },
            })
            return put
          })
          .catch((error) => {
            if (error instanceof AppError && error.code === 'email_taken')
              throw new UsageError(`${name} has a user with the address ${email} already.`)
            throw error
          })
        const json = { invitation_id: invitation.id, organization_id, email, role, link }
        return {
          json,
          text: `${email} is invited as ${role} of ${name}.\n  ${link}\nHand it over: it works once, within ${INVITATION_DAYS} days, and is not shown again.`,
        }
      }
    },
  },

  'remove-authenticator': {
    does: "Remove a user's authenticator app, so that they sign in by password alone",
    more: 'For a user who has lost the app and the backup codes. A user of several organizations needs --organization too.',
    needs: ['email'],
    takes: ['organization'],
    examples: ['remove-authenticator --email owner@demo.example'],
    prepare(options) {
      const email = addressIn(options)
      const name = options.organization?.trim()
      return async (db) => {
        const account = await accountOf(db, email, name)
        const { id, organization_id } = account
        const removed = await db.transaction(async (transaction) => {
          const was_on = await removeAuthenticator(transaction, account)
          const target = { id, label: account.email }
          if (was_on)
            await recordChange(transaction, organization_id, 'user.second_factor_removed', target)
          return was_on
        })
        return {
          json: { user_id: id, organization_id, email: account.email, removed },
          text: removed
            ? `${account.email} signs in by password alone now.`
            : `${account.email} has no authenticator app.`,
        }
      }
    },
  },

  'allow-passwords': {
    does: 'Let the people of an organization sign in by password, though it requires single sign-on',
    more: 'For owners who can no longer sign in by the identity provider. An owner can require it again.',
    needs: ['organization'],
    examples: ['allow-passwords --organization Demo'],
    prepare(options) {
      const name = required(options, 'organization')
      return async (db) => {
        const { id } = await organizationOf(db, name)
        const changed = await db.transaction(async (transaction) => {
          const allowed = await allowPasswords(transaction, id)
          if (allowed)
            await recordChange(
              transaction,
              id,
              'single_sign_on.changed',
              { id, label: name },
              { is_required: { before: true, after: false } },
            )
          return allowed
        })
        return {
          json: { organization_id: id, changed },
          text: changed
            ? `The people of ${name} may sign in by password. A user without a password gets a new one with reset-password.`
            : `${name} does not require single sign-on.`,
        }
      }
    },
  },

  'reset-password': {
    does: 'Give a user a new password, and end their sessions',
    more: 'The password is shown once. A user of several organizations needs --organization too.',
    needs: ['email'],
    takes: ['organization'],
    examples: ['reset-password --email owner@demo.example'],
    prepare(options) {
      const email = addressIn(options)
      const name = options.organization?.trim()
      const password = makePassword()
      return async (db) => {
        const account = await accountOf(db, email, name)
        const { id, organization_id, organization } = account
        const password_hash = await hashPassword(password)
        await db.transaction(async (transaction) => {
          await setPassword(transaction, account, password_hash)
          await recordChange(transaction, organization_id, 'user.password_changed', {
            id,
            label: email,
          })
        })
        const json = { user_id: id, organization_id, email: account.email, password }
        return {
          json,
          text: `New password of ${account.email}, at ${organization}. Their sessions have ended.\n${passwordText(password)}`,
        }
      }
    },
  },
}

/**
 * Finds the account of an address.
 * @param organization its name; undefined: the address has only one account
 */
async function accountOf(
  db: Db,
  email: string,
  organization: string | undefined,
): Promise<Account> {
  const organizationId = organization && (await organizationOf(db, organization)).id
  const accounts = (await findAccounts(db, email)).filter(
    (account) => !organizationId || account.organization_id === organizationId,
  )
  const [account] = accounts
  if (!account) throw new UsageError(`There is no active user with the address ${email}.`)
  if (accounts.length > 1) {
    const names = accounts.map(({ organization }) => organization).join(', ')
    throw new UsageError(`${email} is a user of ${names}: say which with --organization.`)
  }
  return account
}

function addressIn(options: Options): string {
  const email = required(options, 'email')
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new UsageError(`--email ${email} is not an address.`)
  return email
}

/** @returns null: none was given */
function personNameIn({ name }: Options): string | null {
  if (name === undefined) return null
  const isName = name.trim() && name.length <= 120 && !/\p{Cc}/u.test(name)
  if (!isName) throw new UsageError('--name must have 1 to 120 characters, all of them visible.')
  return name.trim()
}

function roleIn(options: Options): Role {
  const role = ROLES.find((known) => known === (options.role ?? 'owner'))
  if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`)
  return role
}

const passwordText = (password: string) =>
  `  password  ${password}\nKeep it now: it is not shown again.`
