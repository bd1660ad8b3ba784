import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Db } from '../../shared/lib/db/db.ts'
import { hashPassword, isPassword } from '../../shared/lib/secrets.ts'
import { createUser, findAccounts } from '../../shared/people/users.ts'
import { makePassword } from '../admin/people.ts'

export interface DemoOwner {
  email: string
  /** null: the user has chosen another password since. */
  password: string | null
}

const EMAIL = 'owner@demo.example'

/**
 * Ensures the user of the demo's dashboard. The user is made once, with a password that is kept
 * with the data.
 */
export async function ensureDemoOwner(
  db: Db,
  dataDir: string,
  organization_id: string,
): Promise<DemoOwner> {
  const file = join(resolve(dataDir), 'demo.password')
  const known = (await findAccounts(db, EMAIL)).find(
    (account) => account.organization_id === organization_id,
  )
  if (known) {
    const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
    return { email: EMAIL, password: (await isPassword(kept, known.password_hash)) ? kept : null }
  }
  const password = makePassword()
  // Does not overwrite a file that another user owns.
  await rm(file, { force: true })
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  const password_hash = await hashPassword(password)
  await createUser(db, {
    organization_id,
    email: EMAIL,
    name: 'Demo owner',
    role: 'owner',
    password_hash,
  })
  return { email: EMAIL, password }
}
