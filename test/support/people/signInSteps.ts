import { expect } from 'chai'
import { PASSWORD, request, type SignedIn, signedIn } from '../http/access.ts'
import type { Answer } from '../http/client.ts'
import type { Parley } from '../product/parley.ts'
import { type Authenticator, makeAuthenticator } from './authenticator.ts'
import type { Issuer } from './issuer.ts'

/** What a browser has after the first of two requests. */
export interface FirstStep {
  /** The cookie that the first request set. */
  cookie: string
  /** The answer of the provider or the authenticator, for the second request. */
  answer: string
}

/** The first steps of signing in with an identity provider or a passkey. */
export interface SignInSteps {
  /** Connects the organization with the identity provider. */
  connect(): Promise<void>
  bySingleSignOn(): Promise<FirstStep>
  byPasskey(): Promise<FirstStep>
  /** Gives the user a passkey. */
  addPasskey(user: Pick<SignedIn, 'headers'>, authenticator?: Authenticator): Promise<void>
  /** Asks for a new passkey of the user. */
  toPasskey(user: Pick<SignedIn, 'headers'>, authenticator?: Authenticator): Promise<FirstStep>
}

/** @param origin of the dashboard's pages */
export function makeSignInSteps(parley: Parley, issuer: Issuer, origin: string): SignInSteps {
  const { client } = parley
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await request(client.address, 'POST', path, headers, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.be.within(200, 201)
    return answer
  }

  const steps: SignInSteps = {
    async connect() {
      const owner = await signedIn(parley, client, 'owner')
      const connection = {
        issuer: issuer.url,
        client_id: issuer.clientId,
        client_secret: issuer.clientSecret,
        domains: ['example.com'],
        default_role: 'viewer',
      }
      await ask('/api/v1/single-sign-on', connection, owner.headers)
    },
    async bySingleSignOn() {
      await steps.connect()
      const { name } = await parley.db('organizations').where({ id: client.organizationId }).first()
      const email = 'tom@example.com'
      issuer.signsIn({ sub: 'tom', email, email_verified: true, name: 'Tom Weber' })
      const begun = await ask('/dashboard/single-sign-on', { organization: name })
      return { cookie: cookieOf(begun), answer: await issuer.visit(begun.body.data.url) }
    },
    async byPasskey() {
      const owner = await signedIn(parley, client, 'owner')
      const phone = makeAuthenticator()
      await steps.addPasskey(owner, phone)
      const begun = await ask('/dashboard/passkey', {})
      const { challenge } = begun.body.data.options
      return { cookie: cookieOf(begun), answer: JSON.stringify(phone.get({ origin, challenge })) }
    },
    async addPasskey({ headers }, authenticator) {
      const { cookie, answer } = await steps.toPasskey({ headers }, authenticator)
      const body = { name: 'Phone', response: JSON.parse(answer) }
      const Cookie = `${headers.Cookie}; ${cookie}`
      await ask('/api/v1/account/passkeys', body, { ...headers, Cookie })
    },
    async toPasskey({ headers }, authenticator = makeAuthenticator()) {
      const begun = await ask('/api/v1/account/passkeys/options', { password: PASSWORD }, headers)
      const { challenge } = begun.body.data.options
      const answer = JSON.stringify(authenticator.create({ origin, challenge }))
      return { cookie: cookieOf(begun), answer }
    },
  }
  return steps
}

const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]!.split(';')[0]!
