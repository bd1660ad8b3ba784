import { expect } from 'chai'
import fc from 'fast-check'
import { makeOwn, type Own, type Sample, sampleFor } from '../../support/data/samples.ts'
import {
  bearer,
  mintToken,
  ROUTES,
  type Route,
  request,
  signedIn,
} from '../../support/http/access.ts'
import { type Answer, eventually } from '../../support/http/client.ts'
import { type Plan, plan, ready, routeOf } from '../../support/http/fuzzing.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

/**
 * The approximate number of requests; FUZZ_RUNS sets another number, with other inputs each time.
 */
const REQUESTS = Number(process.env.FUZZ_RUNS ?? (RUNS_ALL ? 5_000 : 200))
/** The most requests at a time. */
const AT_ONCE = 16
const MANY = '1000000000'
/**
 * Records that are read again after they were written, by the last part of their collection's path.
 */
const KEPT =
  /^(?:POST|PATCH) \/api\/v1\/.*?(agents|sessions|conversations|contexts|widget-configurations|qa|urls|files|messages|feedback)(\/:id)?$/

/** Replaces -0, which JSON has, by the equal 0. */
const withoutMinusZero = (value: any): any =>
  JSON.parse(
    JSON.stringify(value, (_, item) =>
      item === 0 ? 0 : item === Infinity ? '∞' : item === -Infinity ? '-∞' : item,
    ),
  )

describe('a service under hostile requests', function () {
  this.timeout(120_000 + REQUESTS * 50)
  let parley: Parley
  let own: Own
  let foreign: Own
  let dashboard: Record<string, string>
  const samples = new Map<string, Promise<Sample>>()
  before(async () => {
    parley = await startParley({
      settings: {
        REPLY_WAIT_SECONDS: '1',
        ...Object.fromEntries(
          [
            'SIGN_IN_MINUTE_LIMIT',
            'MINT_MINUTE_LIMIT',
            'WIDGET_SESSION_MINUTE_LIMIT',
            'WIDGET_IP_HOURLY_LIMIT',
            'WIDGET_APPLICATION_HOURLY_LIMIT',
          ].map((name) => [name, MANY]),
        ),
      },
    })
    own = await makeOwn(parley, parley.client)
    foreign = await makeOwn(parley, await parley.another('Somebody else'))
    dashboard = (await signedIn(parley, parley.client, 'owner')).headers
  })
  after(async () => {
    await parley.stop()
    // Nothing can stop a lookup, and a silent name server takes 5 s or 10 s.
    await eventually(async () => !process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'))
  })

  /**
   * @param once made anew each time, because one request may delete what the next needs
   */
  function sampled(of: Own, name: string, route: Route, once: boolean): Promise<Sample> {
    const sample = (!once && samples.get(name)) || sampleFor(route, of)
    samples.set(name, sample)
    return sample
  }

  const samplesOf = (route: Route): Promise<[Sample, Sample]> =>
    Promise.all([
      sampled(own, `own ${route.name}`, route, /^(DELETE|PATCH)/.test(route.name)),
      sampled(foreign, `foreign ${route.name}`, route, false),
    ])

  const authorizationOf = async ({ credentials, route }: Plan): Promise<Record<string, string>> => {
    switch (credentials) {
      case 'application':
        return parley.client.authorization
      case 'widget':
        return bearer(own.token)
      case 'dashboard':
        return route.endsWith(' /dashboard/session')
          ? (await signedIn(parley, parley.client, 'owner')).headers
          : dashboard
      case 'wrong':
        return bearer(await mintToken(foreign.client))
      case 'none':
        return {}
    }
  }

  it('answers each within its contract, and keeps what it accepted unchanged', async () => {
    const statuses: Record<string, number> = {}
    const property = fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
      async (plans) => {
        await Promise.all(
          plans.map(async (one) => {
            const { status } = await probe(one)
            statuses[status] = (statuses[status] ?? 0) + 1
          }),
        )
      },
    )
    await fc.assert(property, { numRuns: Math.ceil((2 * REQUESTS) / AT_ONCE), endOnFailure: false })
    if (process.env.FUZZ_RUNS) console.log(statuses)
    expect(statuses[200], 'successes').to.be.above(REQUESTS / 20)
    expect((await parley.client.get('/health')).status).to.equal(200)
  })

  async function probe(one: Plan): Promise<Answer> {
    const route = routeOf(one)
    const { path, headers, body } = ready(
      one,
      ...(await samplesOf(route)),
      await authorizationOf(one),
    )
    const answer = await request(parley.client.address, one.method, path, headers, body)
    const { status } = answer
    const said = `${route.name} ${status} ${JSON.stringify(answer.body).slice(0, 500)}`
    if (status >= 500) expect(`${status} ${route.path}`, said).to.match(/^502 .*\/messages$/)
    // Another organization's token makes records there, which this organization cannot read.
    const isReadable = one.method === route.method && one.credentials !== 'wrong'
    const [, collection] = (isReadable && KEPT.exec(route.name)) || []
    if (collection && status < 300) {
      const isChange = route.method === 'PATCH'
      const where = path.replace(/\/?(\?.*)?$/, '')
      const read = await readBack(
        isChange ? where.replace(/\/[^/]+$/, '') : where,
        collection,
        answer.body.data,
      )
      for (const [field, value] of Object.entries(
        fieldsOf(JSON.parse(body as string), collection),
      )) {
        const isTakenBack = isChange && (value === null || field === 'traits')
        // Null stands for a field that a POST leaves out: the record then has null, or the default.
        if (!isChange && value === null) {
          expect(read, `${said}: ${field}`).to.have.property(field)
          continue
        }
        // Dashboard users always write under their own name.
        if (field === 'author' && one.credentials === 'dashboard') continue
        const isOfFiles = field === 'attachments'
        const isReviewer = field === 'reviewer' && one.credentials === 'widget'
        if (isReviewer) expect(read.reviewer, said).to.equal('visitor')
        else if (isOfFiles)
          expect(
            read[field].map(({ id }: any) => id),
            said,
          ).to.deep.equal([...new Set((value as string[]).map((id) => id.toLowerCase()))])
        // A policy is read completely, with the defaults of missing fields.
        else if (field === 'handoff_policy') expect(read[field], said).to.deep.include(value ?? {})
        else if (!isTakenBack) expect(read[field], `${said}: ${field}`).to.deep.equal(value)
      }
    }
    return answer
  }

  /** Reads the record that a request answered with; for a reply, the question before it. */
  async function readBack(path: string, collection: string, data: any): Promise<any> {
    const get = async (rest: string) => (await parley.client.get(`${path}${rest}`)).body.data
    if (collection === 'messages') return get(`/${data.in_reply_to ?? data.id}`)
    const read =
      collection === 'feedback'
        ? (await get('?limit=100')).find(({ id }: any) => id === data.id)
        : await get(`/${data.id}`)
    // Another request may have put the same user's context, or the same reviewer's feedback, in
    // between.
    const isPut = ['contexts', 'feedback'].includes(collection)
    return isPut && read?.updated_at !== data.updated_at ? data : read
  }

  /** Returns the fields as a GET shows them: ids in lower case, an agent among `agent_ids`. */
  function fieldsOf(body: any, collection: string): Record<string, unknown> {
    const { agent_id, agent_ids, on_busy: _, trace: __, ...fields } = withoutMinusZero(body)
    const isKnowledge = ['qa', 'urls', 'files'].includes(collection)
    if (agent_id !== undefined && !isKnowledge) fields.agent_id = agent_id
    for (const name of ['agent_id', 'user_context_id', 'message_id'])
      if (typeof fields[name] === 'string') fields[name] = fields[name].toLowerCase()
    if (agent_ids) fields.agent_ids = agent_ids.map((id: string) => id.toLowerCase())
    return fields
  }

  it('is tested on every route', () => expect(ROUTES).to.have.length.of.at.least(70))
})
