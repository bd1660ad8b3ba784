import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person whom the identity provider knows. */
export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string | string[]
}

export interface Issuer {
  url: string
  /** Its host and port. */
  host: string
  clientId: string
  clientSecret: string
  /** Sets the account that signs in from now on, without a dialog. */
  signsIn(account: Account): void
  /**
   * Goes where the browser would go, as far as the address to which the provider sends people back.
   * @returns its query
   */
  visit(url: string): Promise<string>
  close(): Promise<void>
}

/** Starts a certified identity provider with one client, to which all accounts have consented. */
export async function startIssuer(redirectUri: string): Promise<Issuer> {
  const accounts = new Map<string, Account>()
  let current = ''
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  const [clientId, clientSecret] = ['parley', 'a secret of the provider'.replaceAll(' ', '-')]
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] as never,
    },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 60, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ ...accounts.get(sub)!, sub }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: current } })
  })
  return {
    url,
    host,
    clientId,
    clientSecret,
    signsIn(account) {
      accounts.set(account.sub, account)
      current = account.sub
    },
    async visit(first) {
      const cookies = new Map<string, string>()
      for (let at = first; ; ) {
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie)!
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`${response.status} at ${at}: ${await response.text()}`)
        const next = new URL(location, at)
        if (next.href.startsWith(redirectUri)) return next.search.slice(1)
        at = next.href
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
