import { createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { loadConfig } from '../../shared/lib/config/config.ts'
import { TIMES } from '../../shared/lib/config/times.ts'
import { makeLog } from '../../shared/lib/observability/log.ts'
import { migrateQueue } from '../../shared/lib/queue/queue.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { findMissingKeys } from '../../shared/models/sealedColumns.ts'
import { connectionPlace } from '../../shared/models/storedConnections.ts'
import { PASSWORD, request, signedIn } from '../support/http/access.ts'
import { Client, eventually } from '../support/http/client.ts'
import { type Parley, startParley, TEST_SECRET_KEY } from '../support/product/parley.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { installedPostgres, startInstalled } from '../support/servers/installedPostgres.ts'

const PAGE = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8')
const commandOf = (program: string) => new RegExp(`^ *(${program} .*)$`, 'm').exec(PAGE)![1]!
const SETTINGS = { LLM_MODEL: 'builtin:extractive' }
/** The key of a connection. */
const PLANTED = 'sk-planted-in-a-dump-0123456789'
const FILE = Buffer.from('The blue lever opens the hatch of the boiler room.\n')

/** Uses the commands in docs/backup.md. */
const suite = installedPostgres ? describe : describe.skip
suite('a dump restored into an empty database of another name and owner @long', () => {
  let server: Awaited<ReturnType<typeof startInstalled>>
  let source: { db: TestDb; counts: Record<string, number>; schema: string }
  let parley: Parley
  let client: Client
  const made: Record<string, any> = {}

  before(async () => {
    server = await startInstalled()
    const schema = () =>
      server.run('pg_dump --schema-only --no-owner --no-privileges "$URL"', { URL: server.url })
    await fill()
    const db = makeTestDb(server.url, 2)
    source = { db, counts: await countsOf(db), schema: await schema() }
    await server.run(commandOf('pg_dump'), { DATABASE_URL: server.url })
    const restored = await emptyDatabase(db)
    await server.run(commandOf('pg_restore'), { DATABASE_URL: restored })
    made.url = restored
  })
  after(async () => {
    await parley?.stop()
    await source?.db.destroy()
    await server?.stop()
  })

  /** Makes an instance with rows of every kind, and three unfinished replies. */
  async function fill() {
    const migrated = makeTestDb(server.url, 2)
    await migrated.migrate.latest()
    await migrated.destroy()
    await migrateQueue(
      { DATABASE_URL: server.url },
      makeLog('test', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }),
    )
    const options = { backend: 'postgres', settings: SETTINGS, databaseUrl: server.url } as const
    const filled = await startParley(options)
    client = filled.client
    made.owner = await signedIn(filled, client, 'owner')
    const qa = { question: 'When do you open?', answer: 'We open at nine.' }
    made.qa = (await client.post('/api/v1/knowledge/qa', qa)).body.data
    const form = new FormData()
    form.append('file', new Blob([FILE]), 'lever.txt')
    made.file = (
      await request(client.address, 'POST', '/knowledge-base/', made.owner.headers, form)
    ).body.data
    expect([made.qa.status, made.file.status]).to.deep.equal(['ready', 'ready'])
    await filled.db.raw(
      `insert into chunk_embeddings (organization_id, chunk_id, model, entry_id, bits, vector)
       select organization_id, id, 'm', entry_id, B'101', '\\x0000803f0000000000000000' from chunks`,
    )
    const connection = { name: 'ours', provider: 'openai', key: PLANTED }
    const { status } = await request(
      client.address,
      'POST',
      '/api/v1/connections',
      made.owner.headers,
      connection,
    )
    expect(status).to.equal(201)
    made.conversation = await client.makeConversation()
    made.path = `/api/v1/conversations/${made.conversation.id}/messages`
    made.keyed = { 'Idempotency-Key': 'before-the-dump' }
    made.answered = (
      await client.post(made.path, { content: 'When do you open?' }, made.keyed)
    ).body.data
    expect(made.answered.citations).to.have.length(1)
    await filled.stop()

    const accepting = await startParley({ ...options, workers: false })
    client = new Client(accepting.client.address, client.credentials)
    const ask = async () => {
      const conversation = await client.makeConversation()
      const path = `/api/v1/conversations/${conversation.id}/messages`
      const asked = await client.post(
        path,
        { content: 'What does the blue lever do?' },
        { Prefer: 'respond-async' },
      )
      expect(asked.status).to.equal(202)
      return { path, id: asked.body.data.id }
    }
    Object.assign(made, { queued: await ask(), held: await ask(), late: await ask() })
    // One reply that a worker had claimed, and one whose deadline has passed by the time of the
    // restore.
    await accepting
      .db('open_jobs')
      .where('id', made.held.id)
      .update({
        attempt: 1,
        worker: 'a worker of then',
        claimed_at: accepting.db.fn.now(),
        lease_expires_at: accepting.db.raw(`now() - interval '${TIMES.leaseMs} milliseconds'`),
      })
    await accepting
      .db('open_jobs')
      .where('id', made.late.id)
      .update({ deadline_at: accepting.db.raw("now() - interval '1 hour'") })
    await accepting.stop()
  }

  async function emptyDatabase(db: TestDb): Promise<string> {
    await db.raw("create role another_owner login password 'another'")
    await db.raw('create database another_name owner another_owner')
    const { host } = new URL(server.url)
    return `postgresql://another_owner:another@${host}/another_name`
  }

  async function countsOf(db: TestDb): Promise<Record<string, number>> {
    const tables = await db('pg_tables')
      .whereNotIn('schemaname', ['pg_catalog', 'information_schema'])
      .select('schemaname', 'tablename')
    const counts: Record<string, number> = {}
    for (const { schemaname, tablename } of tables) {
      const [row] = await db.withSchema(schemaname).from(tablename).count('* as count')
      counts[`${schemaname}.${tablename}`] = Number(row!.count)
    }
    return counts
  }

  it('has every table, index and row, and belongs to its new owner', async () => {
    const db = makeTestDb(made.url, 2)
    try {
      expect(await countsOf(db)).to.deep.equal(source.counts)
      for (const table of [
        'messages',
        'chunks',
        'postings',
        'chunk_embeddings',
        'knowledge_files',
        'users',
        'usages',
      ])
        expect(source.counts[`public.${table}`], table).to.be.above(0)
      const dumped = await server.run('pg_dump --schema-only --no-owner --no-privileges "$URL"', {
        URL: made.url,
      })
      expect(withoutKeys(dumped)).to.equal(withoutKeys(source.schema))
      const { rows: broken } = await db.raw(
        'select indexrelid::regclass from pg_index where not (indisvalid and indisready)',
      )
      expect(broken).to.deep.equal([])
      const { rows: owners } = await db.raw(
        "select distinct tableowner from pg_tables where schemaname = 'public'",
      )
      expect(owners).to.deep.equal([{ tableowner: 'another_owner' }])
      expect((await db.migrate.latest())[1]).to.deep.equal([])
    } finally {
      await db.destroy()
    }
  })

  it('has no key of a connection, in any encoding, and names the key of SECRET_KEYS that opens it', async () => {
    const dumped = await server.run('pg_dump "$URL"', { URL: made.url })
    expect(dumped).to.contain('COPY public.connections')
    const bytes = Buffer.from(PLANTED)
    for (const planted of [PLANTED, bytes.toString('hex'), bytes.toString('base64').slice(0, 30)])
      expect(dumped).not.to.contain(planted)
    const db = makeTestDb(made.url, 2)
    try {
      const { SECRET_KEYS } = loadConfig({
        DATABASE_URL: made.url,
        SECRET_KEYS: `test:${TEST_SECRET_KEY}`,
      })
      const [row] = await db('connections')
      expect(makeSealer(SECRET_KEYS).open(row.sealed_key, connectionPlace(row))).to.equal(PLANTED)
      const other = createSecretKey(randomBytes(32))
      for (const keys of [[], [{ name: 'other', key: other }], [{ name: 'test', key: other }]])
        expect((await findMissingKeys(db, makeSealer(keys))).join()).to.match(/\bkey test\b/)
      expect(await findMissingKeys(db, makeSealer(SECRET_KEYS))).to.deep.equal([])
    } finally {
      await db.destroy()
    }
  })

  /** Newer versions of pg_dump write a random key into each dump. */
  const withoutKeys = (dump: string) => dump.replaceAll(/^\\(un)?restrict .*$/gm, '')

  describe('lets the service start on it, which', () => {
    before(async () => {
      parley = await startParley({ backend: 'postgres', settings: SETTINGS, databaseUrl: made.url })
      client = new Client(parley.client.address, client.credentials)
    })

    const read = async (path: string, id: string) => (await client.get(`${path}/${id}`)).body.data

    it('answers queued and claimed messages once', async () => {
      for (const { path, id } of [made.queued, made.held]) {
        await eventually(async () => (await read(path, id)).status === 'completed', 60)
        const { content, citations } = await read(path, id)
        expect(content).to.contain('hatch')
        expect(citations[0].knowledge_id).to.equal(made.file.id)
        expect((await client.get(path)).body.data).to.have.length(2)
        expect(await parley.db('usages').where('reply_id', id)).to.have.length(1)
      }
    })

    it('gives up messages past their deadline, and continues their threads', async () => {
      const { path, id } = made.late
      const error = await eventually(async () => (await read(path, id)).error, 60)
      expect(error).to.include({ code: 'deadline_exceeded' })
      expect((await client.post(path, { content: 'When do you open?' })).status).to.equal(201)
    })

    it('accepts the same keys, cookies and passwords', async () => {
      expect((await client.get('/api/v1/agents')).status).to.equal(200)
      const { address } = client
      expect(
        (await request(address, 'GET', '/dashboard/session', made.owner.cookie)).status,
      ).to.equal(200)
      const signIn = { email: made.owner.user.email, password: PASSWORD }
      expect((await request(address, 'POST', '/dashboard/session', {}, signIn)).status).to.equal(
        201,
      )
    })

    it('has the history, and answers from the knowledge of before and of now', async () => {
      const [question, reply] = (await client.get(made.path)).body.data
      expect(question.content).to.equal('When do you open?')
      expect(reply).to.deep.include({ id: made.answered.id, content: made.answered.content })
      const again = await client.post(made.path, { content: 'When do you open?' })
      expect(again.body.data.citations[0].knowledge_id).to.equal(made.qa.id)
      const added = await client.post('/api/v1/knowledge/qa', {
        question: 'Where is the cellar?',
        answer: 'The cellar is below the kitchen.',
      })
      expect(added.body.data.status).to.equal('ready')
      const found = await client.post(made.path, { content: 'Where is the cellar?' })
      expect(found.body.data.citations[0].knowledge_id).to.equal(added.body.data.id)
    })

    it('returns files as they were', async () => {
      const path = `/api/v1/knowledge/files/${made.file.id}/content`
      const response = await fetch(client.address + path, { headers: client.authorization })
      expect(Buffer.from(await response.arrayBuffer()).equals(FILE)).to.equal(true)
    })

    it('recognizes requests with an earlier Idempotency-Key', async () => {
      const { headers, body } = await client.post(
        made.path,
        { content: 'When do you open?' },
        made.keyed,
      )
      expect(headers.get('idempotent-replayed')).to.equal('true')
      expect(body.data.id).to.equal(made.answered.id)
    })
  })
})
