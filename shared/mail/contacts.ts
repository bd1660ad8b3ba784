import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Check } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { Place, Sealer } from '../lib/sealing.ts'

/** The email address for answers to a thread's customer. */
export interface Contact {
  id: string
  thread_id: string
  /** Sealed in the row's `contactPlace`. */
  sealed_email: string
  /** The place in the thread up to which messages of people were mailed. */
  mailed_seq: number
  /**
   * When the customer last viewed the thread, accurate to some seconds; null: not since they gave
   * the address.
   */
  seen_at: Date | null
  /** When the address was proven to be the customer's; null: it is unproven. */
  proven_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Returns the place for which an address is sealed. */
export const contactPlace = (organization_id: string, id: string): Place => ({
  organization_id,
  table: 'contacts',
  row: id,
})

/**
 * Stores the address of a thread's customer and replaces an earlier address. Earlier messages of
 * people are not mailed.
 * @param isProven whether a trusted party vouches that the address is the customer's
 * @param check receives the previous contact while its row is locked
 * @throws a violation of a foreign key if the thread was deleted; the errors of `check`
 */
export function putContact(
  db: Db,
  organizationId: string,
  threadId: string,
  seal: (place: Place) => string,
  isProven: boolean,
  check?: Check<Contact | undefined>,
): Promise<Contact> {
  if (!check) return storeContact(db, organizationId, threadId, seal, isProven)
  return db.transaction(async (transaction) => {
    const [before] = await sql<Contact>(transaction)`
      select * from contacts where organization_id = ${organizationId} and thread_id = ${threadId} for no key update`
    check(before)
    return storeContact(transaction, organizationId, threadId, seal, isProven)
  })
}

async function storeContact(
  db: Db,
  organizationId: string,
  threadId: string,
  seal: (place: Place) => string,
  isProven: boolean,
): Promise<Contact> {
  const id = uuid()
  // A sealed value opens only in its own row, so the row gets the id for which it was sealed.
  const [contact] = await sql<Contact>(db)`
    insert into contacts (id, organization_id, thread_id, sealed_email, mailed_seq, seen_at, proven_at)
    values (${id}, ${organizationId}, ${threadId}, ${seal(contactPlace(organizationId, id))},
            (select last_seq from threads where organization_id = ${organizationId} and id = ${threadId}), now(),
            case when ${isProven}::boolean then now() end)
    on conflict (thread_id) do update
      set id = excluded.id, sealed_email = excluded.sealed_email, proven_at = excluded.proven_at, code_hash = null, updated_at = now()
    returning *`
  return contact!
}

/** Presents a contact. @throws AppError secret_key_missing */
export const presentContact = (
  sealer: Pick<Sealer, 'open'>,
  organizationId: string,
  { id, sealed_email, created_at, updated_at }: Contact,
) => ({
  object: 'contact',
  email: sealer.open(sealed_email, contactPlace(organizationId, id)),
  created_at,
  updated_at,
})

/** Finds the contact of a thread; undefined: the customer gave no address. */
export async function findContact(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<Contact | undefined> {
  const [contact] = await sql<Contact>(db)`
    select * from contacts where organization_id = ${organizationId} and thread_id = ${threadId}`
  return contact
}

/** Minutes for which a code proves an address. */
export const CODE_MINUTES = 15
/** Attempts to enter each mailed code, so that its million values cannot be guessed. */
const MAX_TRIES = 5

/** Hashes a code for one address of one thread. Another address makes another contact. */
const hashOf = ({ id }: Contact, code: string) =>
  createHash('sha256').update(`${id} ${code}`).digest()

/** Stores the code that is mailed to an address and replaces an earlier code. */
export async function keepCode(
  db: Db,
  organizationId: string,
  contact: Contact,
  code: string,
): Promise<void> {
  await sql(db)`
    update contacts
       set code_hash = ${hashOf(contact, code)}, code_tries = 0, code_expires_at = now() + make_interval(mins => ${CODE_MINUTES})
     where organization_id = ${organizationId} and id = ${contact.id}`
}

/**
 * Proves an address by its mailed code, which works once. @returns false: the code is wrong or
 * expired
 */
export async function tryCode(
  db: Db,
  organizationId: string,
  contact: Contact,
  code: string,
): Promise<boolean> {
  const hash = hashOf(contact, code)
  const [tried] = await sql<{ is_right: boolean }>(db)`
    update contacts
       set code_tries = code_tries + 1,
           proven_at = case when code_hash = ${hash} then now() end,
           code_hash = case when code_hash <> ${hash} then code_hash end
     where organization_id = ${organizationId} and id = ${contact.id}
       and code_hash is not null and code_expires_at > now() and code_tries < ${MAX_TRIES}
    returning proven_at is not null as is_right`
  return tried?.is_right ?? false
}

/**
 * Records that the customer views a thread, so that visible messages are not mailed. Costs one
 * look-up if the thread has no contact.
 */
export async function noteSeen(db: Db, organizationId: string, threadId: string): Promise<void> {
  await sql(db)`
    update contacts set seen_at = now()
     where organization_id = ${organizationId} and thread_id = ${threadId}
       and (seen_at is null or seen_at < now() - interval '5 seconds')`
}
