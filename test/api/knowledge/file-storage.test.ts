import { expect } from 'chai'
import { makeFileStorage } from '../../../shared/knowledge/fileStorage.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { type FakeS3, startFakeS3 } from '../../support/servers/objects.ts'

const FILES = '/api/v1/knowledge/files'

describe('files in an object storage', () => {
  let parley: Parley
  let s3: FakeS3
  let owner: SignedIn
  before(async () => {
    s3 = await startFakeS3()
    parley = await startParley({ settings: s3.settings })
    owner = await signedIn(parley, parley.client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await s3.close()
  })
  beforeEach(() => {
    s3.fail(0)
    s3.lengthen(0)
  })
  afterEach('no request was left unsigned', () => expect(refused()).to.deep.equal([]))
  const refused = () =>
    s3.requests.filter((request) => !request.includes(` /${s3.settings.S3_BUCKET}/`))

  async function upload(text: string, fields: Record<string, string> = {}, headers = {}) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([text]), 'My private name.txt')
    const response = await fetch(`${parley.client.address}/knowledge-base/`, {
      method: 'POST',
      headers: { ...owner.headers, ...headers },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as any }
  }
  const chunksOf = async (id: string) =>
    (await parley.db('chunks').where({ entry_id: id })).map(({ text }) => text)
  const keysOf = (id: string) => [...s3.objects.keys()].filter((key) => key.includes(id))
  const config = () => loadConfig(parley.env)
  const sweep = () => doChores(parley.db, config(), makeLog('test', config()))
  const grownOld = () =>
    parley.db('stored_objects').update({ created_at: new Date(Date.now() - 2 * 3600_000) })

  it('are stored under organization and entry, and nowhere in the database', async () => {
    const { status, body } = await upload('The attic is locked.')
    expect(status).to.equal(201)
    expect(body.data.status).to.equal('ready')
    expect(await chunksOf(body.data.id)).to.deep.equal(['The attic is locked.'])
    const [key, ...more] = keysOf(body.data.id)
    expect(more).to.deep.equal([])
    expect(key).to.match(
      new RegExp(`^${parley.client.organizationId}/${body.data.id}/[0-9a-f-]{36}$`),
    )
    expect(s3.objects.get(key!)!.toString()).to.equal('The attic is locked.')
    const [file] = await parley.db('knowledge_files').where({ entry_id: body.data.id })
    expect(file).to.include({ bytes: null, object_key: key })
  })

  it('can be replaced: the former object is deleted @long', async () => {
    const { id } = (await upload('Former.')).body.data
    const [former] = keysOf(id)
    const { status } = await upload('Latter.', { knowledge_id: id })
    expect(status).to.equal(200)
    expect(await chunksOf(id)).to.deep.equal(['Latter.'])
    expect(keysOf(id)).to.have.length(1).and.not.include(former)
  })

  it('are deleted with their entry', async () => {
    const { id } = (await upload('Soon gone.')).body.data
    expect(keysOf(id)).to.have.length(1)
    expect((await parley.client.send('DELETE', `${FILES}/${id}`)).status).to.equal(200)
    expect(keysOf(id)).to.deep.equal([])
    expect(await parley.db('stored_objects').where({ entry_id: id })).to.deep.equal([])
  })

  it('are deleted later if the storage is away, and are deleted with their organization @long', async () => {
    const { id } = (await upload('Hard to delete.')).body.data
    s3.fail(403)
    expect((await parley.client.send('DELETE', `${FILES}/${id}`)).status).to.equal(200)
    expect(keysOf(id)).to.have.length(1)
    s3.fail(0)
    await sweep()
    expect(keysOf(id)).to.deep.equal([])

    const theirs = await parley.another('To be erased')
    const entry = (await theirs.post(FILES, { title: 'Theirs' })).body.data
    const files = makeFileStorage(config(), parley.db, makeLog('test', config()))
    const file = { file_name: 'a.txt', file_type: 'txt' as const, bytes: Buffer.from('x') }
    const put = await files.put(theirs.organizationId, entry.id, file)
    const of = { organization_id: theirs.organizationId, entry_id: entry.id }
    await parley.db('knowledge_files').insert({ ...of, object_key: put.object_key })
    await parley.db('stored_objects').where(of).update({ was_used: true })
    await sweep()
    expect(keysOf(entry.id)).to.have.length(1)
    await parley.db('organizations').where({ id: theirs.organizationId }).delete()
    await sweep()
    expect(keysOf(entry.id)).to.deep.equal([])
    files.close()
  })

  it('do not delay a DELETE when the storage is silent @long', async () => {
    const { id } = (await upload('Hard to reach.')).body.data
    s3.fail(-1)
    expect((await parley.client.send('DELETE', `${FILES}/${id}`)).status).to.equal(200)
    s3.fail(0)
    await sweep()
    expect(keysOf(id)).to.deep.equal([])
  })

  it('of an upload that was never stored are deleted after an hour, and not while it may still be stored', async () => {
    const files = makeFileStorage(config(), parley.db, makeLog('test', config()))
    const entryId = '01900000-0000-7000-8000-00000000abcd'
    const file = { file_name: 'a.txt', file_type: 'txt' as const, bytes: Buffer.from('x') }
    await files.put(parley.client.organizationId, entryId, file)
    const { id } = (await upload('In use.')).body.data
    await sweep()
    expect(keysOf(entryId)).to.have.length(1)
    await grownOld()
    await sweep()
    expect(keysOf(entryId)).to.deep.equal([])
    expect(keysOf(id)).to.have.length(1)
    files.close()
  })

  it("are stored once for an Idempotency-Key, and never for another organization's entry", async () => {
    const before = s3.objects.size
    const key = { 'Idempotency-Key': 'object-1' }
    const first = (await upload('Once.', {}, key)).body.data
    expect((await upload('Once.', {}, key)).body.data.id).to.equal(first.id)
    expect(s3.objects.size).to.equal(before + 1)
    const theirs = await parley.another('Strangers')
    const { id } = (await theirs.post(FILES, { title: 'Theirs' })).body.data
    expect((await upload('Mine.', { knowledge_id: id })).status).to.equal(404)
    expect(s3.objects.size).to.equal(before + 1)
  })

  it('that are missing fail with a reason', async () => {
    const { id } = (await upload('Lost.')).body.data
    for (const key of keysOf(id)) s3.objects.delete(key)
    const change = JSON.stringify({ summary: 'Something else.' })
    const { body } = await parley.client.send('PATCH', `${FILES}/${id}`, change, {
      'Content-Type': 'application/json',
    })
    expect(body.data).to.include({ status: 'failed', chunk_count: 1 })
    expect(body.data.error.code).to.equal('file_missing')
    expect(body.data.error.detail).to.match(/Upload it again/)
  })

  it('are refused with 503 while the storage is away, and nothing is stored', async () => {
    const entries = await parley.db('knowledge_entries').count().first()
    s3.fail(403)
    const { status, body } = await upload('No room.')
    expect({ status, code: body.code }).to.deep.equal({ status: 503, code: 'unavailable' })
    expect(JSON.stringify(body)).not.to.contain('AKIA')
    expect(await parley.db('knowledge_entries').count().first()).to.deep.equal(entries)
  })

  it('are waited for by the worker, without a counted failure @long', async () => {
    const { id } = (await upload('Patience.')).body.data
    s3.fail(403)
    const change = JSON.stringify({ title: 'Virtue' })
    const headers = { 'Content-Type': 'application/json', Prefer: 'respond-async' }
    expect((await parley.client.send('PATCH', `${FILES}/${id}`, change, headers)).status).to.equal(
      202,
    )
    await eventually(async () => {
      const released = await parley.db('jobs').where({ target_id: id, outcome: 'released' })
      return released.length > 0
    })
    s3.fail(0)
    await parley.db('open_jobs').where({ id }).update({ run_at: new Date(), sweep_at: new Date() })
    const entry = await eventually(async () => {
      const { data } = (await parley.client.get(`${FILES}/${id}`)).body
      return data.status !== 'processing' && data
    })
    expect(entry).to.include({ status: 'ready', title: 'Virtue' })
  })

  it('stay readable if their bytes are in the database @long', async () => {
    const { id } = (await upload('From before.')).body.data
    const of = { entry_id: id, organization_id: parley.client.organizationId }
    await parley
      .db('knowledge_files')
      .where(of)
      .update({ object_key: null, bytes: Buffer.from('As bytes.') })
    const change = JSON.stringify({ title: 'Bytes' })
    await parley.client.send('PATCH', `${FILES}/${id}`, change, {
      'Content-Type': 'application/json',
    })
    expect(await chunksOf(id)).to.deep.equal(['As bytes.'])
  })

  it('are read up to 24 MB, and error answers of the storage as well', async () => {
    const files = makeFileStorage(config(), parley.db, makeLog('test', config()))
    const file = { file_name: 'a.txt', file_type: 'txt' as const, bytes: Buffer.from('x') }
    const put = await files.put(
      parley.client.organizationId,
      '01900000-0000-7000-8000-00000000abcd',
      file,
    )
    const stored = { ...put, bytes: null, object_key: put.object_key! }
    expect((await files.get(stored as never)).toString()).to.equal('x')
    s3.lengthen(24 * 1024 * 1024)
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'read',
        ({ code }) => code,
      )
    expect(await code(files.get(stored as never))).to.equal('unavailable')
    s3.fail(404)
    expect(await code(files.get(stored as never))).to.equal('unavailable')
    files.close()
  })

  it('are signed: the storage refuses a wrong secret', async () => {
    const wrong = { ...config(), S3_SECRET_ACCESS_KEY: 'another secret' }
    const files = makeFileStorage(wrong, parley.db, makeLog('test', config()))
    const file = { file_name: 'a.txt', file_type: 'txt' as const, bytes: Buffer.from('x') }
    const put = files.put(
      parley.client.organizationId,
      '01900000-0000-7000-8000-00000000abcd',
      file,
    )
    expect(await put.catch(({ code }) => code)).to.equal('unavailable')
    files.close()
  })

  it('need a key: a start without a key names what is missing', () => {
    const env = { ...parley.env, S3_SECRET_ACCESS_KEY: '' }
    expect(() => loadConfig(env)).to.throw(/S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required/)
  })
})
