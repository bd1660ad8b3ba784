import { expect } from 'chai'
import { validate as isUuid } from 'uuid'
import { makeCredentialStore } from '../../../api/auth/credentialCache.ts'
import {
  type Application,
  findApplication,
  revokeSecrets,
  rotateSecret,
} from '../../../shared/applications/applications.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { bearer } from '../../support/http/access.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'

const AGENTS = '/api/v1/agents'

const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })

describe('credentials', () => {
  let parley: Parley
  let mine: Client
  let theirs: Client
  before(async () => {
    parley = await startParley({ workers: false })
    mine = parley.client
    theirs = await parley.another('Their organization')
  })
  after(() => parley.stop())

  /** Sends these headers as the only credentials. */
  async function request(headers: Record<string, string>, method = 'GET', path = AGENTS) {
    const body = method === 'POST' ? { body: '{}' } : {}
    const response = await fetchDocumented(mine.address + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...body,
    })
    return { status: response.status, body: (await response.json()) as any }
  }

  describe('that are not valid', () => {
    const details = new Set<string>()
    const key = () => mine.credentials.client_id
    const secret = () => mine.credentials.secret
    const cases: [string, () => Record<string, string>][] = [
      ['none', () => ({})],
      ['a key without a secret', () => ({ 'X-API-Key': key() })],
      ['a secret without a key', () => ({ 'X-API-Secret': secret() })],
      ['two empty headers', () => ({ 'X-API-Key': '', 'X-API-Secret': '' })],
      ['a wrong secret', () => ({ 'X-API-Key': key(), 'X-API-Secret': 'sk_wrong' })],
      ['an empty secret', () => ({ 'X-API-Key': key(), 'X-API-Secret': '' })],
      [
        'a secret with a character too many',
        () => ({ 'X-API-Key': key(), 'X-API-Secret': `${secret()}x` }),
      ],
      [
        'a secret with a character less',
        () => ({ 'X-API-Key': key(), 'X-API-Secret': secret().slice(0, -1) }),
      ],
      [
        'a secret in capitals',
        () => ({ 'X-API-Key': key(), 'X-API-Secret': secret().toUpperCase() }),
      ],
      ['an unknown key', () => ({ 'X-API-Key': 'app_unknown', 'X-API-Secret': secret() })],
      [
        'the key of one application with the secret of another',
        () => ({ 'X-API-Key': key(), 'X-API-Secret': theirs.credentials.secret }),
      ],
      [
        'the key and the secret exchanged',
        () => ({ 'X-API-Key': secret(), 'X-API-Secret': key() }),
      ],
      ['a key with a quote', () => ({ 'X-API-Key': "' or ''='", 'X-API-Secret': secret() })],
      ['a key of 4 kB', () => ({ 'X-API-Key': 'a'.repeat(4_096), 'X-API-Secret': secret() })],
      ['a key of other bytes', () => ({ 'X-API-Key': '\u00e4\u00ff', 'X-API-Secret': '\u00fc' })],
      ['a bearer token that is none', () => ({ Authorization: 'Bearer abc' })],
      ['a wrong secret as a bearer token', () => ({ Authorization: 'Bearer sk_wrong' })],
      ['the secret as a bearer token, with another character', () => bearer(`${secret()}x`)],
      [
        'the secret as a bearer token beside the key',
        () => ({ ...bearer(secret()), 'X-API-Key': key() }),
      ],
      ['the secret twice', () => ({ ...bearer(secret()), 'X-API-Secret': secret() })],
      [
        'the hash of the secret as a bearer token',
        () => bearer(`sk_${hashSecret(secret()).toString('hex')}`),
      ],
      ['the secret as the password of basic', () => basic(`:${secret()}`)],
      ['a wrong secret as the user name of basic', () => basic('sk_wrong:')],
      ['basic that is not in base64', () => ({ Authorization: 'Basic {}' })],
      [
        'a basic authorization',
        () => ({
          Authorization: `Basic ${Buffer.from(`${key()}:${secret()}`).toString('base64')}`,
        }),
      ],
    ]
    for (const [name, headers] of cases)
      it(`are refused with 401: ${name}`, async () => {
        const { status, body } = await request(headers())
        expect(status).to.equal(401)
        expect(body).to.include({
          status: 'error',
          status_code: 401,
          code: 'unauthenticated',
          data: null,
        })
        expect(body.detail).to.match(/^Authentication required/)
        details.add(body.detail)
      })

    it('all get the same detail', () => expect(details).to.have.property('size', 1))

    it('are refused in the query string', async () => {
      const query = `X-API-Key=${key()}&X-API-Secret=${secret()}`
      expect((await request({}, 'GET', `${AGENTS}?${query}`)).status).to.equal(401)
    })
  })

  // Which routes require credentials: test/api/access/matrix-credentials.test.ts. What credentials
  // reach: test/api/access/matrix-ids.test.ts.

  it('of two organizations have separate contexts with the same user_reference', async () => {
    const put = (client: Client, traits: object) =>
      client.post('/api/v1/contexts', { user_reference: 'u', traits })
    const [first, second] = [await put(theirs, {}), await put(mine, { a: 1 })] as const
    expect([first.status, second.status]).to.deep.equal([201, 201])
    const row = await parley.db('contexts').where({ id: first.body.data.id }).first()
    expect(row.traits).to.deep.equal({})
  })

  describe('in one header', () => {
    const ways: [string, (secret: string) => Record<string, string>][] = [
      ['as a bearer token', (secret) => bearer(secret)],
      [
        'as a bearer token, whose word is in small letters',
        (secret) => ({ Authorization: `bearer ${secret}` }),
      ],
      ['as the user name of basic, as curl -u sends it', (secret) => basic(`${secret}:`)],
      ['as the user name of basic beside any password', (secret) => basic(`${secret}:x`)],
    ]
    for (const [name, headers] of ways)
      it(`are accepted ${name}`, async () => {
        expect((await request(headers(mine.credentials.secret))).status).to.equal(200)
      })

    it('reach their own organization', async () => {
      const { id } = await theirs.makeAgent()
      const { status, body } = await request(
        bearer(mine.credentials.secret),
        'GET',
        `${AGENTS}/${id}`,
      )
      expect([status, body.code]).to.deep.equal([404, 'not_found'])
    })

    it('are refused in a browser, and no page may read the answer', async () => {
      for (const headers of [
        bearer(mine.credentials.secret),
        basic(`${mine.credentials.secret}:`),
      ]) {
        const response = await fetch(mine.address + AGENTS, {
          headers: { ...headers, Origin: TEST_ORIGIN },
        })
        expect(response.status).to.equal(403)
        expect(await response.json()).to.include({ code: 'secret_in_browser' })
        expect(response.headers.get('access-control-allow-origin')).to.equal(null)
      }
    })

    it('stop working when they are revoked, also on a process that has just used them', async () => {
      const client = await parley.another('Revoking')
      const application = (await findApplication(parley.db, client.credentials.client_id))!
      expect((await request(bearer(client.credentials.secret))).status).to.equal(200)
      await revokeSecrets(parley.db, application)
      await eventually(
        async () => (await request(bearer(client.credentials.secret))).status === 401,
      )
    })
  })

  describe('over their lifetime', () => {
    let client: Client
    let application: Application
    let count = 0
    beforeEach(async () => {
      client = await parley.another(`Rotating ${++count}`)
      application = (await findApplication(parley.db, client.credentials.client_id))!
    })

    const statusWith = async (secret: string) => {
      const credentials = { ...client.credentials, secret }
      return (await new Client(client.address, credentials).get(AGENTS)).status
    }
    const old = () => client.credentials.secret
    const expireIn = (seconds: number) =>
      parley
        .db('application_secrets')
        .where({ application_id: application.id })
        .update({ expires_at: new Date(Date.now() + seconds * 1000) })

    it('have the documented form', () => {
      expect(client.credentials.client_id).to.match(/^app_[\w-]{16,}$/)
      expect(old()).to.match(/^sk_[\w-]{43}$/)
      expect(isUuid(client.organizationId)).to.equal(true)
    })

    it('keep working after a rotation during the grace', async () => {
      await rotateSecret(parley.db, application, 1)
      expect(await statusWith(old())).to.equal(200)
    })

    it('work beside the new secret of a rotation', async () => {
      expect(await statusWith((await rotateSecret(parley.db, application, 1)).secret)).to.equal(200)
    })

    it('work beside the new secret at once, also on a process that has just used the old one', async () => {
      expect(await statusWith(old())).to.equal(200)
      expect(await statusWith((await rotateSecret(parley.db, application, 1)).secret)).to.equal(200)
    })

    it('stop working at a rotation without grace', async () => {
      const { secret } = await rotateSecret(parley.db, application, 0)
      expect(await statusWith(old())).to.equal(401)
      expect(await statusWith(secret)).to.equal(200)
    })

    it('do not live longer after a rotation than before', async () => {
      await expireIn(1)
      await rotateSecret(parley.db, application, 24)
      await eventually(async () => (await statusWith(old())) === 401)
    })

    it('are refused after they have expired', async () => {
      await expireIn(-1)
      expect(await statusWith(old())).to.equal(401)
    })

    it('are refused from the moment they expire, also on a process that has just used them @long', async () => {
      const expiry = Date.now() + 2_000
      await expireIn(2)
      expect(await statusWith(old())).to.equal(200)
      await new Promise((resolve) => setTimeout(resolve, expiry + 100 - Date.now()))
      expect(await statusWith(old())).to.equal(401)
    })

    it('stop working soon after their revocation on a process that has just used them @long', async () => {
      expect(await statusWith(old())).to.equal(200)
      expect(await revokeSecrets(parley.db, application, old().slice(-4))).to.equal(1)
      await eventually(async () => (await statusWith(old())) === 401)
    })

    it('stop working soon under steady use @long', async () => {
      const { secret: other } = await rotateSecret(parley.db, application, 1)
      expect(await statusWith(old())).to.equal(200)
      await revokeSecrets(parley.db, application, old().slice(-4))
      await eventually(async () => (await statusWith(old())) === 401)
      expect(await statusWith(other)).to.equal(200)
    })

    it('are reread at once by a process that changed them', async () => {
      const { client_id } = application
      const config = loadConfig(parley.env)
      const store = makeCredentialStore(
        parley.db,
        makeLog('test', config),
        config.times.credentialsTtlMs,
      )
      const origin = `https://${client_id.replace('_', '-')}.example.com`
      const before = [store.read(client_id), store.isListed(origin)]
      store.forget(client_id)
      await Promise.all(before)
      const { id } = application
      await parley
        .db('applications')
        .where({ id })
        .update({ allowed_origins: [origin] })
      expect(store.kept(client_id)).to.equal(undefined)
      expect(await store.isListed(origin)).to.equal(true)
      await store.read(client_id)
      expect(store.kept(client_id)).to.include({ client_id })
    })

    it('are recorded as used, but not when they were refused', async () => {
      const secrets = () =>
        parley.db('application_secrets').where({ application_id: application.id })
      await statusWith('sk_wrong')
      expect((await secrets())[0].last_used_at).to.equal(null)
      await statusWith(old())
      const used = await eventually(async () => (await secrets())[0].last_used_at)
      expect(Date.now() - used.getTime()).to.be.within(-1_000, 5_000)
    })
  })
})

describe('a secret', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())

  it('is in no column of the database, also after work for its application', async () => {
    const { client, db } = parley
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Hi')).status).to.equal(201)
    await client.post('/api/v1/knowledge/qa', { question: 'Why?', answer: 'So.' })
    const { secret, client_id } = client.credentials
    const forms = [
      secret,
      secret.slice(3),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]
    const { rows: tables } = await db.raw(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    let keys = 0
    for (const { name } of tables) {
      const { rows } = await db.raw(`select whole::text as text from ${name} as whole`)
      for (const { text } of rows) {
        if (text.includes(client_id)) keys++
        if (forms.some((form) => text.includes(form))) found.push(`${name}: ${text}`)
      }
    }
    expect(found).to.deep.equal([])
    // Proves that the search works.
    expect(keys).to.be.at.least(1)
  })
})
