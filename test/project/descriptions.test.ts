import { expect } from 'chai'
import { contract, type Document, legacyContract } from '../support/http/contract.ts'

/** A named part of the reference, with its description. */
interface Described {
  place: string
  name: string
  description: unknown
}

/** Returns what is wrong with a description; undefined: nothing. */
function problemOf({ name, description }: Omit<Described, 'place'>): string | undefined {
  if (typeof description !== 'string' || !description.trim()) return 'has no description'
  if (wordsOf(description).every((word) => wordsOf(name).includes(word)))
    return 'only repeats its name'
  if (description.trim().split(/\s+/).length < 3) return 'says too little'
  if (!/^[A-Z\d`]/.test(description)) return 'begins with a small letter'
  if (!/[^.\s]\.$/.test(description)) return 'does not end with a full stop'
  return undefined
}

const FILLERS = ['a', 'an', 'the', 'of', 'its', 'is', 'this', 'that', 'as', 'for', 'to', 'id']

/** Returns the significant words; `agentId` and `agent_id` have two. */
const wordsOf = (text: string) =>
  (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  )
    .filter((word) => !FILLERS.includes(word))
    .map((word) => word.replace(/s$/, ''))

function* describedBy(document: Document): Generator<Described> {
  const { schemas, responses, headers, parameters, securitySchemes } =
    document.components as Record<string, any>
  yield* each('header', headers)
  yield* each('header of deliveries', parameters)
  yield* each('credential', securitySchemes)
  yield* each('schema', schemas)
  yield* each('response', responses)
  for (const [name, schema] of Object.entries(schemas)) yield* propertiesOf(schema, name, schemas)
  yield* errorCodes(document)
  for (const [type, { post }] of Object.entries(document.webhooks))
    yield { place: `webhook ${type}`, name: post.summary, description: post.description }
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      yield* describedByOperation(`${method.toUpperCase()} ${path}`, operation, schemas)
}

function* describedByOperation(place: string, operation: any, schemas: any): Generator<Described> {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  // A shell command describes nothing.
  const words = description?.replace(/\n*```sh\n.*?\n```/gs, '')
  yield { place, name: `${operationId} ${summary}`, description: words }
  for (const { name, description } of parameters)
    yield { place: `${place} ${name}`, name, description }
  for (const { schema } of Object.values<any>(requestBody?.content ?? {}))
    yield* propertiesOf(schema, `${place} body`, schemas)
  for (const [status, { $ref, description, content = {} }] of Object.entries<any>(responses)) {
    if (!$ref) yield { place: `${place} ${status}`, name: status, description }
    for (const { schema } of Object.values<any>(content))
      yield* propertiesOf(schema, `${place} ${status}`, schemas)
  }
}

function* each(kind: string, all: Record<string, any>): Generator<Described> {
  for (const [name, { description }] of Object.entries(all))
    yield { place: `${kind} ${name}`, name, description }
}

/**
 * Yields the properties of a schema and of all schemas within it. Those of a named schema are
 * yielded at its definition.
 */
function* propertiesOf(schema: any, place: string, schemas: any): Generator<Described> {
  for (const [name, property] of Object.entries<any>(schema.properties ?? {})) {
    const named = schemas[property.$ref?.split('/').at(-1)]
    yield {
      place: `${place}.${name}`,
      name,
      description: property.description ?? named?.description,
    }
    yield* propertiesOf(property, `${place}.${name}`, schemas)
  }
  const { items, additionalProperties, anyOf = [], oneOf = [] } = schema
  for (const inner of [items, additionalProperties, ...anyOf, ...oneOf])
    if (inner && typeof inner === 'object') yield* propertiesOf(inner, place, schemas)
}

/**
 * Yields error codes, which are described in the lists of the answers that have them, or of the
 * jobs that end with them.
 */
function* errorCodes({ components: { schemas, responses } }: Document): Generator<Described> {
  const texts = [...Object.values<any>(responses), schemas.JobError.properties.code]
  const lists = texts.map(({ description }) => description).join('\n')
  for (const name of schemas.Error.properties.code.enum)
    yield {
      place: `error code ${name}`,
      name,
      description: new RegExp(`^- \`${name}\`(?: \\(\\d+\\))?: (.+)$`, 'm').exec(lists)?.[1],
    }
}

const problemsOf = (described: Iterable<Described>) =>
  [...described].flatMap((one) => {
    const problem = problemOf(one)
    return problem ? [`${one.place} ${problem}: ${one.description ?? ''}`] : []
  })

describe('the API reference', () => {
  for (const [form, { document }] of Object.entries({ current: contract, earlier: legacyContract }))
    it(`describes every operation, parameter, property, response and error code of the ${form} form`, () => {
      const described = [...describedBy(document)]
      expect(described).to.have.length.above(1_500)
      expect(problemsOf(described)).to.deep.equal([])
    })

  it('has a summary of each operation, which says what it does and has no full stop', () => {
    const summaries = Object.values(contract.document.paths)
      .flatMap((item) => Object.values<any>(item))
      .map(({ summary }) => summary as string)
    const isDeed = /^(?!What|Which|Who|Where|How|Whether)[A-Z].*[^.]$/
    expect(summaries.filter((summary) => !isDeed.test(summary))).to.deep.equal([])
  })

  it('would fail with descriptions that say nothing', () => {
    const problem = (name: string, description?: string) => problemOf({ name, description })
    expect(problem('agent_id')).to.equal('has no description')
    expect(problem('agent_id', 'The id of the agent.')).to.equal('only repeats its name')
    expect(problem('retrieval_ms', 'Milliseconds.')).to.equal('says too little')
    expect(problem('text', 'of the whole passage, shortened.')).to.equal(
      'begins with a small letter',
    )
    expect(problem('limit', 'Most records that a page has')).to.equal(
      'does not end with a full stop',
    )
    expect(problem('agent_id', 'Id of the agent that answers.')).to.equal(undefined)
  })

  it('would fail with a field that is not described, however deeply nested', () => {
    const inner = { properties: { done: { type: 'integer' } } }
    const schema = {
      properties: { pages: { description: 'Pages that were read.', anyOf: [{ items: inner }] } },
    }
    expect(problemsOf(propertiesOf(schema, 'Entry', {}))).to.deep.equal([
      'Entry.pages.done has no description: ',
    ])
  })
})
