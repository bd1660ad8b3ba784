import { Ajv } from 'ajv'
import { expect } from 'chai'
import { validationFailed } from '../../../api/http/fieldErrors.ts'
import { OWN_KEYWORDS } from '../../../shared/lib/config/setting.ts'
import { settings } from '../../../shared/lib/config/settings.ts'
import { addFormats } from '../../../shared/lib/storable.ts'
import { wordsOf } from '../../../shared/lib/validationWords.ts'
import { ROUTES } from '../../support/http/access.ts'

const ajv = addFormats(new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true }))

/** Returns the message for a value that does not fit a schema. */
function saidOf(schema: object, value: unknown): string {
  const check = ajv.compile({ type: 'object', properties: { field: schema } })
  if (check({ field: value })) throw new Error('it fits')
  return (validationFailed(check.errors!).data as any).errors[0].detail
}

describe('the message for an invalid value in plain words:', () => {
  for (const [schema, value, said] of [
    [{ type: 'string', maxLength: 5000 }, 'x'.repeat(5001), 'must have at most 5,000 characters'],
    [{ type: 'string', minLength: 1 }, '', 'must not be empty'],
    [{ type: 'string', minLength: 12 }, 'x', 'must have at least 12 characters'],
    [{ type: 'string' }, 1, 'must be text'],
    [{ type: ['string', 'null'] }, 1, 'must be text or null'],
    [{ type: 'integer' }, 1.5, 'must be a whole number'],
    [{ type: 'boolean' }, 'x', 'must be true or false'],
    [{ type: 'array', items: {} }, 'x', 'must be a list'],
    [{ type: 'object' }, 'x', 'must be a JSON object'],
    [{ type: 'integer', maximum: 1000 }, 1001, 'must be at most 1,000'],
    [{ type: 'number', minimum: 0.5 }, 0, 'must be at least 0.5'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'must be more than 0'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'must have at most 1 entry'],
    [{ type: 'array', minItems: 2 }, [1], 'must have at least 2 entries'],
    [
      { type: 'array', uniqueItems: true },
      [1, 1],
      'has the same entry twice: leave one of them out',
    ],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'must be one of a, b'],
    [{ type: 'string', pattern: '\\S' }, ' ', 'must not be blank'],
    [
      { type: 'string', pattern: '^x+$', examples: ['xx'] },
      'y',
      'has the wrong form: it is written like xx',
    ],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 field'],
  ] as const)
    it(said, () => expect(saidOf(schema, value)).to.equal(said))

  it('names the kind of an id', () => {
    expect(saidOf({ type: 'string', format: 'uuid' }, 'x')).to.contain('must be an id')
  })

  /** Yields each schema within others. */
  function* within(schema: unknown): Generator<Record<string, any>> {
    if (typeof schema !== 'object' || schema === null) return
    if (!Array.isArray(schema) && 'type' in schema) yield schema
    for (const [name, value] of Object.entries(schema))
      if (name !== 'examples') yield* within(value)
  }
  const all = [
    ...ROUTES.flatMap(({ metadata }) => [metadata.body, metadata.query]),
    settings,
  ].flatMap((one) => [...within(one)])

  it('contains no regular expression, and every pattern of a request has words or an example', () => {
    const patterns = all.filter(({ pattern }) => typeof pattern === 'string')
    expect(patterns).to.have.length.above(50)
    for (const parentSchema of patterns) {
      const { pattern } = parentSchema
      const said = wordsOf({
        keyword: 'pattern',
        params: { pattern },
        message: 'ajv',
        parentSchema,
      })
      expect(said).not.to.contain('ajv').and.not.to.contain(pattern)
    }
    const ofRequests = [
      ...ROUTES.flatMap(({ metadata }) => [metadata.body, metadata.query]),
    ].flatMap((one) => [...within(one)])
    // The message of a cursor does not depend on its form.
    const cursors = ofRequests.flatMap(({ properties }) => properties?.after?.pattern ?? [])
    const bare = ofRequests.filter(
      (schema) =>
        schema.pattern &&
        !cursors.includes(schema.pattern) &&
        wordsOf({ keyword: 'pattern', params: schema, message: '', parentSchema: schema }) ===
          'has the wrong form',
    )
    expect(bare.map(({ pattern }) => pattern)).to.deep.equal([])
  })

  it('exists for every keyword that a request is checked by', () => {
    const CHECKED =
      `type enum minLength maxLength minItems maxItems uniqueItems minProperties maxProperties propertyNames minimum
      maximum exclusiveMinimum format pattern required additionalProperties storedJson`.split(/\s+/)
    const ABOUT =
      `description default examples properties items contentMediaType dateOrTime title deprecated`.split(
        ' ',
      )
    const used = new Set(all.flatMap((schema) => Object.keys(schema)))
    const strange = [...used].filter(
      (name) =>
        ![...CHECKED, ...ABOUT, ...OWN_KEYWORDS].includes(name) && /^[a-z][A-Za-z]+$/.test(name),
    )
    expect(
      strange.filter((name) => !all.some((schema) => schema.properties?.[name])),
    ).to.deep.equal([])
  })
})
