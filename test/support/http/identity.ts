import jwt from 'jsonwebtoken'
import { rotateIdentitySecret } from '../../../shared/applications/identitySecrets.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { type Parley, TEST_ORIGIN } from '../product/parley.ts'
import { now, request } from './access.ts'
import type { Answer, Client, Credentials } from './client.ts'

/** Makes or rotates the identity secret of the client's application. */
export async function makeIdentitySecret(
  { db, env }: Parley,
  { credentials: { client_id, organization_id } }: { credentials: Omit<Credentials, 'secret'> },
  graceHours = 0,
): Promise<{ id: string; secret: string }> {
  const { id } = await db('applications').where({ client_id }).first()
  const { seal } = makeSealer(loadConfig(env).SECRET_KEYS)
  return db.transaction((transaction) =>
    rotateIdentitySecret(transaction, { id, organization_id }, graceHours, seal),
  )
}

/** Signs an identity token as a customer's server does. Claims that are undefined are left out. */
export const signIdentity = (secret: string, sub: string, claims: object = {}): string => {
  const all = { sub, iat: now(), exp: now() + 3600, ...claims }
  return jwt.sign(JSON.stringify(all), secret, {
    algorithm: 'HS256',
    header: { alg: 'HS256', typ: 'JWT' },
  })
}

interface Minting {
  token?: string
  identity_token?: string
  session_id?: string
}

/** Asks for a widget token. */
export const identify = (
  { address, credentials: { client_id } }: Pick<Client, 'address' | 'credentials'>,
  body: Minting = {},
): Promise<Answer> =>
  request(
    address,
    'POST',
    '/api/v1/auth/widget-token',
    { Origin: TEST_ORIGIN },
    { client_id, ...body },
  )
