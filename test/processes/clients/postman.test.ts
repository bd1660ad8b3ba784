import { expect } from 'chai'
import newman, { type NewmanRunOptions, type NewmanRunSummary } from 'newman'
import { type Parley, startParley } from '../../support/product/parley.ts'

interface Item {
  name: string
  request: { method: string; url: { path: string[] } }
}
interface Collection {
  variable: { key: string; value: string }[]
  item: { name: string; item: Item[] }[]
}

const METHODS = ['POST', 'PUT', 'GET', 'PATCH']
const deletes = ({ request: { method, url } }: Item) =>
  method === 'DELETE' || url.path.at(-1) === 'delete'

/**
 * Orders the requests: closed or deleted records serve no later request, the newest record is
 * deleted first, and its contents before it.
 */
function inOrder(folders: Collection['item']): Item[] {
  const uses = folders.flatMap(({ item }) =>
    item
      .filter((one) => !deletes(one))
      .sort(
        (one, other) => METHODS.indexOf(one.request.method) - METHODS.indexOf(other.request.method),
      ),
  )
  const ends = folders
    .toReversed()
    .flatMap(({ item }) =>
      item
        .filter(deletes)
        .sort((one, other) => other.request.url.path.length - one.request.url.path.length),
    )
  return [...uses, ...ends]
}

/** Requests that the service rightly refuses when all are sent one after the other. */
const REFUSED = [
  'Download a file as it was uploaded: 404, none was',
  ...['session', 'conversation'].flatMap((kind) => [
    `Read how a reply in a ${kind} came about: 404, nobody asked for a trace`,
    `Cancel a reply in progress in a ${kind}: 409, it is finished`,
    `Assign a user to a ${kind} that people have: 422, the collection knows no user`,
    `Upload a file for a message in a ${kind}: 422, the collection has no file`,
    `Download a file of a message in a ${kind}: 404, none was sent`,
    `Mail the transcript of a ${kind} to its customer: 404, no address was given yet`,
  ]),
  'Dismiss a contradiction: 404, no reply has found one',
  'Take a question off the list of those that need a look: 404, nobody has asked one',
  'Delete entries: 404, there are none left',
  'Read an event: 404, no worker has put one in its place',
]

describe('the collection for Postman @long', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ settings: { API_HOURLY_LIMIT: '1000' } })
  })
  after(() => parley.stop())

  it('has requests that work as they are, with a key and a secret filled in', async () => {
    const { address, credentials } = parley.client
    const collection = (await (await fetch(`${address}/postman.json`)).json()) as Collection
    const { run } = await runNewman({
      collection: { ...collection, item: inOrder(collection.item) },
      envVar: [
        { key: 'client_id', value: credentials.client_id },
        { key: 'client_secret', value: credentials.secret },
      ],
    } as NewmanRunOptions)
    expect(run.failures.map(({ error }) => error.message)).to.deep.equal([])
    const failed = run.executions
      .filter(({ response }) => response.code >= 300)
      .map(({ item, response }) => `${item.name}: ${response.code}`)
    const refused = REFUSED.map((text) => text.replace(/,.*/, ''))
    expect(failed.filter((failure) => !refused.includes(failure))).to.deep.equal([])
    expect(run.executions).to.have.length.greaterThan(60)
  })
})

const runNewman = (options: NewmanRunOptions): Promise<NewmanRunSummary> =>
  new Promise((resolve, reject) =>
    newman.run(options, (error, summary) => (error ? reject(error) : resolve(summary))),
  )
