import { expect } from 'chai'
import { BY_USE } from '../../../api/http/etags.ts'
import { makeOwn, type Own, type Sample, sampleFor, send } from '../../support/data/samples.ts'
import { ROUTES, type Route, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer } from '../../support/http/client.ts'
import { contract, type Operation, operations } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const named = (name: string) => ROUTES.find((route) => route.name === name)
const templateOf = ({ path }: Route) => path.replace(/:(\w+)/g, '{$1}')
const operationOf = (route: Route): Operation =>
  contract.document.paths[templateOf(route)]![route.method.toLowerCase()]!

const takes = (operation: Operation, header: string) =>
  operation.parameters.some(({ name }) => name === header)
const answersTag = ({ responses }: Operation) =>
  Object.values(responses).some((response) => 'headers' in response && 'ETag' in response.headers)
const isListOfRecords = (operation: Operation | undefined) => {
  const [schema] = Object.values((operation?.responses['200'] as any)?.content ?? {}) as any[]
  const item = schema?.schema.properties?.data?.items?.$ref?.split('/').at(-1)
  return !!item && 'updated_at' in (contract.document.components.schemas[item].properties ?? {})
}

/** The routes that change or delete a record with an ETag, as the document lists them. */
const MATCHED = ROUTES.filter(({ metadata }) => metadata.headers && 'If-Match' in metadata.headers)
const READ = ROUTES.filter(({ name, metadata }) => metadata.id && takesTag(name))
function takesTag(name: string) {
  const route = named(name)!
  return route.method === 'GET' && takes(operationOf(route), 'If-None-Match')
}
const CHANGED = MATCHED.filter(({ method }) => method === 'PATCH')

describe('the document of records', () => {
  it('accepts If-Match wherever a readable record is changed or deleted, and nowhere else', () => {
    const paths = contract.document.paths
    const expected = operations.filter(({ method, path }) => {
      if (!['PATCH', 'PUT', 'DELETE'].includes(method)) return false
      const { get, patch, put } = paths[path]!
      const list = /\{\w+\}$/.test(path) ? paths[path.replace(/\/\{\w+\}$/, '')]?.get : undefined
      return [get, patch, put].some((one) => one && answersTag(one)) || isListOfRecords(list)
    })
    expect(expected.length).to.be.above(35)
    const documented = operations.filter(({ operation }) => takes(operation, 'If-Match'))
    const names = (some: typeof operations) => some.map(({ method, path }) => `${method} ${path}`)
    expect(names(documented)).to.deep.equal(names(expected))
    for (const { operation } of documented)
      expect(operation.responses, operation.operationId).to.include.keys('412', '422')
  })

  it('has a 304 and a 400 for each GET with an ETag', () => {
    for (const { method, operation } of operations) {
      expect(operation.responses, operation.operationId).to.have.property('400')
      const isTagged = method === 'GET' && answersTag(operation)
      expect('304' in operation.responses, operation.operationId).to.equal(isTagged)
      expect(takes(operation, 'If-None-Match'), operation.operationId).to.equal(isTagged)
    }
  })
})

describe('records', () => {
  let parley: Parley
  let own: Own
  let owner: SignedIn
  before(async () => {
    const settings = { SIGN_IN_MINUTE_LIMIT: '1000', MINT_MINUTE_LIMIT: '1000' }
    parley = await startParley({ workers: false, settings })
    own = await makeOwn(parley, parley.client)
  })
  beforeEach(async () => {
    owner = await signedIn(parley, parley.client, 'owner')
  })
  after(() => parley.stop())

  const ask = (route: Route, sample: Sample, headers: object = {}): Promise<Answer> =>
    send(parley.client.address, route, sample, { ...owner.headers, ...headers })
  /**
   * Returns the part of the ETag for the record's own fields: the requests of this test count as
   * uses.
   */
  const ownTag = ({ headers }: Pick<Answer, 'headers'>) => headers.get('etag')!.split('.')[0]
  const codeOf = ({ status, body }: Answer) => [status, body.code]

  /** Reads the record of a sample by its GET, or else by an empty PATCH. */
  function read(
    route: Route,
    { body: _, query: __, ...sample }: Sample,
  ): Promise<Answer> | undefined {
    const reading = named(`GET ${route.path}`)
    if (reading && answersTag(operationOf(reading))) return ask(reading, sample)
    const changing = named(`PATCH ${route.path}`)
    return changing && ask(changing, { ...sample, body: {} })
  }

  for (const route of MATCHED)
    it(`${route.name} is refused with the ETags of other states, and accepts a list with the right ETag`, async () => {
      const sample = await sampleFor(route, own)
      await (route.method === 'PUT' && ask(route, sample))
      const found = await read(route, sample)
      const tag = found?.headers.get('etag')
      if (found) expect(tag).to.match(/^"[\w.-]+"$/)
      for (const other of [
        '"another"',
        '"a", "b, c" ,',
        `W/${tag ?? '"a"'}`,
        '"1999-01-01T00:00:00.000Z"',
      ])
        expect(codeOf(await ask(route, sample, { 'If-Match': other })), other).to.deep.equal([
          412,
          'precondition_failed',
        ])
      for (const malformed of ['another', '', '"a" "b"', '"a', '*, "a"', ',']) {
        const { status, body } = await ask(route, sample, { 'If-Match': malformed })
        expect([status, body.data.errors[0].field], malformed).to.deep.equal([422, 'If-Match'])
      }
      for (const [header, value] of [
        ['If-None-Match', '*'],
        ['If-None-Match', '"a"'],
      ] as const)
        expect((await ask(route, sample, { [header]: value })).status).to.equal(422)
      const right = tag ? `"another", ${tag}` : '*'
      expect((await ask(route, sample, { 'If-Match': right })).status).to.equal(sample.status)
    })

  for (const route of CHANGED)
    it(`${route.name} lets one of two requests with the same ETag pass`, async () => {
      const sample = await sampleFor(route, own)
      const before = await read(route, sample)!
      const seen = { 'If-Match': before!.headers.get('etag')! }
      const both = await Promise.all([ask(route, sample, seen), ask(route, sample, seen)])
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 412])
      const passed = both.find(({ status }) => status === 200)!
      expect(ownTag((await read(route, sample))!)).to.equal(ownTag(passed))
      expect(passed.headers.get('etag')).not.to.equal(seen['If-Match'])
    })

  // The organization's record shows the rest of its limit, which each request changes.
  for (const route of READ.filter(({ metadata }) => metadata.id !== 'readOrganization'))
    it(`${route.name} is not answered again to a client that has the current version`, async () => {
      const sample = await sampleFor(route, own)
      const { status, headers, body } = await ask(route, sample)
      const tag = headers.get('etag')!
      expect([status, tag]).to.satisfy(() => status === 200 && /^"[\w.-]+"$/.test(tag))
      expect(body).not.to.equal('')
      for (const known of [tag, `W/${tag}`, `"a", ${tag}`, '*']) {
        const again = await ask(route, sample, { 'If-None-Match': known })
        expect([again.status, again.headers.get('etag'), again.body], known).to.deep.equal([
          304,
          tag,
          '',
        ])
      }
      for (const other of ['"a"', 'a', tag.slice(1, -1)])
        expect((await ask(route, sample, { 'If-None-Match': other })).status, other).to.equal(200)
      const { data } = (await ask(route, sample, { 'If-Match': tag })).body
      expect(data.errors[0]).to.include({ field: 'If-Match', code: 'unknown_header' })
    })

  const MADE = ROUTES.filter(({ method, path }) => method === 'POST' && named(`GET ${path}/:id`))
  for (const route of MADE)
    it(`${route.name} answers with the same ETag as the record's GET`, async () => {
      const sample = await sampleFor(route, own)
      const made = await ask(route, sample)
      const params = { ...sample.params, id: made.body.data.id }
      const found = await ask(named(`GET ${route.path}/:id`)!, { status: 200, params })
      expect(found.headers.get('etag')).to.equal(made.headers.get('etag'))
    })

  for (const route of CHANGED)
    it(`${route.name} accepts what was read, and changes nothing`, async () => {
      const sample = await sampleFor(route, own)
      const before = await read(route, sample)!
      const record = before!.body.data
      const again = await ask(route, { ...sample, body: record })
      expect(codeOf(again), JSON.stringify(again.body)).to.deep.equal([200, undefined])
      const empty = await ask(route, { ...sample, body: {} })
      expect(empty.status).to.equal(200)
      for (const { headers } of [again, empty, (await read(route, sample))!])
        expect(ownTag({ headers })).to.equal(ownTag(before!))

      const changed = await ask(route, { ...sample, body: { ...record, ...sample.body } })
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
      expect(changed.body.data.updated_at).not.to.equal(record.updated_at)
    })

  for (const route of CHANGED)
    it(`${route.name} refuses a different value of a field that the service sets, by one code and sentence`, async () => {
      const sample = await sampleFor(route, own)
      const record = (await read(route, sample))!.body.data
      const { properties } = operationOf(route).requestBody!.content['application/json']!.schema
      const kept = Object.keys(record).filter((name) => !(name in properties) && !BY_USE.has(name))
      expect(kept).to.include.members(['id', 'object', 'created_at', 'updated_at'])
      const body = Object.fromEntries(kept.map((name) => [name, 'something else']))
      const { status, body: answer } = await ask(route, { ...sample, body })
      expect([status, answer.data.errors.length]).to.deep.equal([422, Math.min(kept.length, 20)])
      for (const { code, detail } of answer.data.errors)
        expect([code, detail]).to.deep.equal([
          'unknown_field',
          'is kept by the service: leave it out, or send it back as it was read',
        ])
    })

  /** Fields that some providers and scopes require. */
  const NEEDED = ['key']
  const NULLABLE = ROUTES.filter(({ method, metadata: { body, id } }) => {
    const { required = [], properties = {} } = (body ?? {}) as {
      required?: string[]
      properties?: object
    }
    return method === 'POST' && id && nullsOf(required, properties).length > 0
  })
  function nullsOf(required: string[], properties: object): string[] {
    return Object.entries(properties)
      .filter(([name, { type, anyOf = [] }]) => {
        const types = [type, ...anyOf.map((one: any) => one.type)].flat()
        return !required.includes(name) && types.includes('null')
      })
      .map(([name]) => name)
  }

  it('of each kind can be created with nulls', () => {
    const ids = NULLABLE.map(({ metadata }) => metadata.id)
    expect(ids).to.include.members([
      'createAgent',
      'createConnection',
      'createSession',
      'createConversation',
      'createQa',
      'createUrl',
      'createFile',
      'createWidgetConfiguration',
      'createApplication',
      'createKey',
      'createBudget',
      'createWebhookEndpoint',
      'putSessionFeedback',
      'handOffConversation',
      'returnSession',
    ])
  })

  for (const route of NULLABLE)
    it(`${route.name} accepts null for each optional field`, async () => {
      const sample = await sampleFor(route, own)
      const { required = [], properties } = route.metadata.body as any
      const nulls = Object.fromEntries(nullsOf(required, properties).map((name) => [name, null]))
      const given = Object.fromEntries(
        Object.entries(sample.body ?? {}).filter(
          ([name]) => required.includes(name) || NEEDED.includes(name),
        ),
      )
      const { status, body } = await ask(route, { ...sample, body: { ...nulls, ...given } })
      if (sample.code) expect(body.code).to.equal(sample.code)
      else expect(status, JSON.stringify(body)).to.be.within(200, 202)
    })

  it('are not created, listed or acted on under a condition', async () => {
    for (const name of ['POST /api/v1/agents', 'GET /api/v1/agents', 'POST /api/v1/contexts']) {
      const route = named(name)!
      const sample = await sampleFor(route, own)
      for (const tag of ['*', '"a"', 'a']) {
        const { status, body } = await ask(route, sample, { 'If-Match': tag })
        expect([status, body.data.errors[0].field]).to.deep.equal([422, 'If-Match'])
      }
      const { status } = await ask(route, sample, { 'If-None-Match': '*' })
      expect(status, name).to.equal(route.method === 'GET' ? 200 : 422)
    }
  })
})
