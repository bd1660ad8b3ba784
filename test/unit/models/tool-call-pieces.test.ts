import { expect } from 'chai'
import { declaredToGemini } from '../../../shared/lib/catalog/protocols/geminiSchema.ts'
import { callIds } from '../../../workers/models/callIds.ts'
import { ToolCallPieces } from '../../../workers/models/toolCallPieces.ts'

/** Collects pieces, and returns names and arguments. */
function collect(pieces: readonly Parameters<ToolCallPieces['add']>[0][]) {
  const calls = new ToolCallPieces()
  for (const piece of pieces) calls.add(piece)
  return calls.end().map(({ name, input }) => [name, input])
}

describe('pieces of tool calls', () => {
  it('belong to a call by its index, whatever comes between', () => {
    expect(
      collect([
        { index: 0, id: 'a', name: 'f', written: '' },
        { index: 1, id: 'b', name: 'g', written: '{"y"' },
        { index: 0, written: '{"x":1}' },
        { index: 1, written: ':2}' },
      ]),
    ).to.deep.equal([
      ['f', { x: 1 }],
      ['g', { y: 2 }],
    ])
  })

  it('belong to one call if a server repeats its id and name with each', () => {
    const piece = { index: 0, id: 'a', name: 'f' }
    expect(
      collect(['{"x"', ':"{}', '}"', '}', ''].map((written) => ({ ...piece, written }))),
    ).to.deep.equal([['f', { x: '{}}' }]])
  })

  it('begin another call at the same index, with the same id, after complete arguments', () => {
    const piece = { index: 0, id: '', name: 'f' }
    const written = ['{"x":', '1}', '{"x":2}', '{}']
    expect(collect(written.map((written) => ({ ...piece, written })))).to.deep.equal([
      ['f', { x: 1 }],
      ['f', { x: 2 }],
      ['f', {}],
    ])
  })

  it('make arguments that PostgreSQL can store, or none', () => {
    for (const written of ['{"x":"\\u0000"}', '{"x":"\\ud83d"}', `{"x":${'['.repeat(60_000)}`])
      expect(collect([{ name: 'f', written }])).to.deep.equal([['f', null]])
    expect(collect([{ name: 'f\u0000', written: ' ' }])).to.deep.equal([['f', {}]])
  })

  it('are refused beyond 32 calls and 64 kB', () => {
    const many = Array.from({ length: 33 }, () => ({ name: 'f', written: '{}' }))
    expect(collect(many.slice(1))).to.have.length(32)
    const long = { name: 'f', written: 'ä'.repeat(33_000) }
    for (const pieces of [many, [long]])
      expect(() => collect(pieces))
        .to.throw()
        .with.property('code', 'model_bad_output')
  })
})

it('ids that several calls of a history share are not sent back', () => {
  const call = (call_id: string) => ({ call_id, own_id: 'c', name: 'f', input: {}, written: '{}' })
  const calls = [call('1'), call('2')] as const
  const idOf = callIds([{ role: 'assistant', content: '', calls, model: 'p:m' }], 'p:m')
  const ids = calls.map((one) => idOf(one, 'p:m'))
  expect(new Set(ids).size).to.equal(2)
  for (const id of ids) expect(id).to.match(/^[a-z0-9]{9}$/)
})

describe('a tool is described to Gemini', () => {
  const declared = (properties: object) => {
    const parameters = { type: 'object', properties, additionalProperties: false }
    const {
      name: _,
      description: __,
      ...rest
    } = declaredToGemini({
      name: 'f',
      description: 'd',
      parameters,
    })
    return rest
  }

  it('in its own dialect, with nothing that it refuses', () => {
    const mail = { type: ['string', 'null'], format: 'email', default: 'x' }
    expect(declared({ mail })).to.deep.equal({
      parameters: { type: 'object', properties: { mail: { type: 'string', nullable: true } } },
    })
  })

  it('by its JSON schema where the dialect lacks something', () => {
    for (const odd of [{ $ref: '#/$defs/x' }, { type: ['string', 'number'] }, { anyOf: [] }])
      expect(declared({ odd })).to.have.nested.property('parametersJsonSchema.properties.odd', odd)
    expect(declared({ size: { type: 'integer', enum: [1, 2] } })).to.have.all.keys(
      'parametersJsonSchema',
    )
  })

  it('without parameters if it has none', () => {
    expect(declared({})).to.deep.equal({})
  })
})
