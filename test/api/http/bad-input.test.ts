import { connect } from 'node:net'
import { expect } from 'chai'
import { type Answer, expectEnvelope } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const AS_JSON = { 'Content-Type': 'application/json' }
const NOWHERE = '01900000-0000-7000-8000-000000000000'
const TABLES = ['agents', 'contexts', 'threads', 'messages', 'knowledge_entries']
const AGENTS = '/api/v1/agents'
const SESSIONS = '/api/v1/sessions'
const CONVERSATIONS = '/api/v1/conversations'
const CONTEXTS = '/api/v1/contexts'
const QA = '/api/v1/knowledge/qa'

describe('the API, given bad input', () => {
  let parley: Parley
  let agent: any
  let conversation: any
  let messages: string
  before(async () => {
    parley = await startParley({ workers: false })
    agent = await parley.client.makeAgent()
    conversation = await parley.client.makeConversation({ agent_id: agent.id })
    messages = `/api/v1/conversations/${conversation.id}/messages`
  })
  after(() => parley.stop())

  const countRows = async () =>
    Promise.all(TABLES.map(async (table) => [table, await parley.db(table).count().first()]))

  /** Expects this status and code, no new row, and an answer to the next request. */
  async function expectRefused(
    status: number,
    code: string,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const rows = await countRows()
    const answer = await send()
    expect(answer.status, JSON.stringify(answer.body)).to.equal(status)
    expect(answer.body.code).to.equal(code)
    expect(await countRows()).to.deep.equal(rows)
    expect((await parley.client.get('/health')).status).to.equal(200)
    return answer
  }

  const errorsOf = ({ body }: Answer) =>
    body.data.errors.map(({ field, code }: any) => ({ field, code }))

  const postText = (text: string | Uint8Array, path = CONTEXTS) =>
    parley.client.send('POST', path, text, AS_JSON)

  describe('in the text of a body', () => {
    for (const [name, text] of [
      ['that is cut off', '{"user_reference":"u","traits":{'],
      ['with a comma too many', '{"user_reference":"u","traits":{},}'],
      ['with single quotes', "{'user_reference':'u','traits':{}}"],
      ['with two values', '{"user_reference":"u","traits":{}}{}'],
      ['with a raw line feed in a string', '{"user_reference":"u\n","traits":{}}'],
      ['of blanks alone', '   '],
      ['that is not JSON at all', 'hello'],
    ] as const)
      it(`refuses JSON ${name} with 400 malformed_json`, () =>
        expectRefused(400, 'malformed_json', () => postText(text)))

    for (const [name, bytes] of [
      ['an impossible byte', [0xff]],
      ['an overlong form', [0xc0, 0xaf]],
      ['an encoded surrogate', [0xed, 0xa0, 0x80]],
      ['half a character', [0xe2, 0x82]],
    ] as const)
      it(`refuses UTF-8 with ${name} with 400 invalid_text`, () =>
        expectRefused(400, 'invalid_text', () =>
          postText(
            Buffer.concat([
              Buffer.from('{"user_reference":"'),
              Buffer.from(bytes),
              Buffer.from('","traits":{}}'),
            ]),
          ),
        ))

    for (const [name, text, path] of [
      ['NUL in a value', '{"user_reference":"a\\u0000b","traits":{}}', '/user_reference'],
      [
        'NUL deep inside',
        '{"user_reference":"u","traits":{"a":[{"b":"\\u0000"}]}}',
        '/traits/a/0/b',
      ],
      ['NUL in a key', '{"user_reference":"u","traits":{"a\\u0000":1}}', '/traits'],
      [
        'half a surrogate pair in a value',
        '{"user_reference":"\\ud800","traits":{}}',
        '/user_reference',
      ],
      [
        'half a surrogate pair in a key',
        '{"user_reference":"u","traits":{"\\udc00":1}}',
        '/traits',
      ],
    ] as const)
      it(`refuses ${name} with 400 invalid_text that names the place`, async () => {
        const { body } = await expectRefused(400, 'invalid_text', () => postText(text))
        expect(body.detail).to.contain(path)
        const [error, ...others] = body.data.errors
        expect(others).to.deep.equal([])
        expect(error).to.include({ field: path.slice(1).replaceAll('/', '.'), code: 'text' })
      })

    for (const number of ['1e400', '-1e400'])
      it(`refuses the number ${number} in stored fields, where JSON could only write null, with 422`, async () => {
        const text = `{"user_reference":"u","traits":{"a":[${number}]}}`
        const answer = await expectRefused(422, 'validation_failed', () => postText(text))
        expect(errorsOf(answer)).to.deep.equal([{ field: 'traits', code: 'storedJson' }])
      })

    it('accepts a whole surrogate pair, written as escapes', async () => {
      const { status, body } = await postText('{"user_reference":"\\ud83d\\ude00","traits":{}}')
      expect(status).to.equal(201)
      expect(body.data.user_reference).to.equal('😀')
    })

    for (const levels of [5_000, 60_000])
      for (const [name, text] of [
        ['arrays', '['.repeat(levels) + ']'.repeat(levels)],
        ['objects', `${'{"":'.repeat(levels)}1${'}'.repeat(levels)}`],
      ] as const)
        it(`refuses ${levels} levels of ${name} with a 4xx`, () =>
          levels === 60_000 && name === 'objects'
            ? expectRefused(413, 'payload_too_large', () => postText(text))
            : expectRefused(400, 'malformed_json', () => postText(text)))

    it('refuses 5,000 levels inside metadata with 400 malformed_json', () =>
      expectRefused(400, 'malformed_json', () =>
        postText(
          `{"content":"Hi","metadata":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
          messages,
        ),
      ))

    it('refuses 5,000 levels that are not closed with 400 malformed_json', () =>
      expectRefused(400, 'malformed_json', () => postText('['.repeat(5_000))))

    for (const [name, text] of [
      ['at the top', '{"user_reference":"u","traits":{},"__proto__":{"a":1}}'],
      ['deep inside', '{"user_reference":"u","traits":{"__proto__":{"a":1}}}'],
      ['written as an escape', '{"user_reference":"u","traits":{"\\u005f_proto__":{"a":1}}}'],
      [
        'as constructor.prototype',
        '{"user_reference":"u","traits":{"constructor":{"prototype":{"a":1}}}}',
      ],
    ] as const)
      it(`refuses a __proto__ key ${name} with 400 malformed_json`, () =>
        expectRefused(400, 'malformed_json', () => postText(text)))

    it('accepts __proto__ as text', async () => {
      const { status } = await parley.client.post(CONTEXTS, {
        user_reference: 'talks about "__proto__": and so on',
        traits: {},
      })
      expect(status).to.equal(201)
    })

    for (const [name, text] of [
      ['an array', '[]'],
      ['an array of the right object', '[{"user_reference":"u","traits":{}}]'],
      ['a string', '"hello"'],
      ['a number', '1'],
      ['true', 'true'],
      ['null', 'null'],
    ] as const)
      it(`refuses a body that is ${name} with 422`, async () => {
        const { body } = await expectRefused(422, 'validation_failed', () => postText(text))
        expect(body.data.errors[0]).to.deep.include({
          field: 'body',
          detail: 'must be a JSON object',
        })
      })
  })

  describe('in the type of a body', () => {
    const fields = { user_reference: 'u', traits: '{}' }
    it('refuses a form with 415', () =>
      expectRefused(415, 'unsupported_media_type', () =>
        parley.client.send('POST', CONTEXTS, new URLSearchParams(fields)),
      ))

    it('refuses a multipart form with 415', () => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return expectRefused(415, 'unsupported_media_type', () =>
        parley.client.send('POST', CONTEXTS, form),
      )
    })

    for (const type of [
      'text/plain',
      'application/xml',
      'application/jsonp',
      'json',
      ';;',
      'application/',
    ])
      it(`refuses the Content-Type ${type} with 415`, () =>
        expectRefused(415, 'unsupported_media_type', () =>
          parley.client.send(
            'POST',
            CONTEXTS,
            JSON.stringify({ user_reference: 'u', traits: {} }),
            {
              'Content-Type': type,
            },
          ),
        ))

    it('refuses a body without a Content-Type with 415', () =>
      expectRefused(415, 'unsupported_media_type', () =>
        parley.client.send('POST', CONTEXTS, Buffer.from('{"user_reference":"u","traits":{}}')),
      ))

    for (const encoding of ['gzip', 'deflate', 'br', 'x-unknown'])
      it(`refuses the Content-Encoding ${encoding} with 415`, () =>
        expectRefused(415, 'unsupported_media_type', () =>
          parley.client.send('POST', CONTEXTS, Buffer.from([0x1f, 0x8b, 8, 0]), {
            ...AS_JSON,
            'Content-Encoding': encoding,
          }),
        ))

    it('accepts JSON with a charset, in any case', async () => {
      const type = { 'Content-Type': 'Application/JSON; charset=UTF-8' }
      const body = JSON.stringify({ user_reference: 'charset', traits: {} })
      expect((await parley.client.send('POST', CONTEXTS, body, type)).status).to.equal(201)
    })
  })

  describe('in the size of a request', () => {
    const bodyOf = (bytes: number) =>
      JSON.stringify({ user_reference: 'u', traits: { a: 'x'.repeat(bytes) } })

    it('refuses a body of 300 kB with 413 that names the limit', async () => {
      const { body } = await expectRefused(413, 'payload_too_large', () =>
        postText(bodyOf(300_000)),
      )
      expect(body.detail).to.contain('256 kB')
    })

    it('refuses a body of 5 MB with 413, ten times out of ten', async () => {
      for (let n = 0; n < 10; n++)
        await expectRefused(413, 'payload_too_large', () => postText(bodyOf(5_000_000)))
    })

    it('refuses a body of 5 MB with 413 also to a client that reads only after it has sent everything', () =>
      expectRefused(413, 'payload_too_large', () => {
        const body = bodyOf(5_000_000)
        const length = { ...AS_JSON, 'Content-Length': String(body.length) }
        return exchange(`${headOf('POST', CONTEXTS, length)}${body}`, { readLast: true })
      }))

    it('refuses a body over 256 kB that comes in chunks, without a length, with 413', () =>
      expectRefused(413, 'payload_too_large', async () => {
        const chunk = 'x'.repeat(50_000)
        const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(6)
        return exchange(
          `${headOf('POST', CONTEXTS, { ...AS_JSON, 'Transfer-Encoding': 'chunked' })}${chunks}0\r\n\r\n`,
        )
      }))

    it('refuses headers of 20 kB with 431', () =>
      expectRefused(431, 'headers_too_large', () =>
        exchange(headOf('GET', AGENTS, { 'X-Long': 'x'.repeat(20_000) })),
      ))

    it('refuses an address of 20 kB with 431', () =>
      expectRefused(431, 'headers_too_large', () =>
        exchange(headOf('GET', `/${'x'.repeat(20_000)}`)),
      ))
  })

  describe('in the fields of a body', () => {
    const cases: [name: string, path: string, body: () => unknown, field: string, code: string][] =
      [
        ['no name', AGENTS, () => ({}), 'name', 'required'],
        ['an empty name', AGENTS, () => ({ name: '' }), 'name', 'minLength'],
        [
          'a name of 121 characters',
          AGENTS,
          () => ({ name: 'x'.repeat(121) }),
          'name',
          'maxLength',
        ],
        ['a name that is a number', AGENTS, () => ({ name: 1 }), 'name', 'type'],
        [
          'is_active as text',
          AGENTS,
          () => ({ name: 'A', is_active: 'true' }),
          'is_active',
          'type',
        ],
        ['a name of null', AGENTS, () => ({ name: null }), 'name', 'type'],
        [
          'a language that is none',
          AGENTS,
          () => ({ name: 'A', language: 'the German one' }),
          'language',
          'pattern',
        ],
        [
          'default tasks that are text',
          AGENTS,
          () => ({ name: 'A', default_tasks: 'answer_questions' }),
          'default_tasks',
          'type',
        ],
        [
          'a default task that is no text',
          AGENTS,
          () => ({ name: 'A', default_tasks: ['a', 1] }),
          'default_tasks.1',
          'type',
        ],
        [
          '21 default tasks',
          AGENTS,
          () => ({ name: 'A', default_tasks: Array(21).fill('a') }),
          'default_tasks',
          'maxItems',
        ],
        [
          'a temperature of 2.1',
          AGENTS,
          () => ({ name: 'A', temperature: 2.1 }),
          'temperature',
          'maximum',
        ],
        [
          'one and a half tokens',
          AGENTS,
          () => ({ name: 'A', max_output_tokens: 1.5 }),
          'max_output_tokens',
          'type',
        ],
        [
          'the model of another provider',
          AGENTS,
          () => ({ name: 'A', model: 'anthropic:claude' }),
          'model',
          'model_not_configured',
        ],
        [
          'four fallback models',
          AGENTS,
          () => ({
            name: 'A',
            fallback_models: ['a', 'b', 'c', 'd'].map((name) => `openai:${name}`),
          }),
          'fallback_models',
          'maxItems',
        ],
        [
          'a fallback model of another provider',
          AGENTS,
          () => ({ name: 'A', fallback_models: ['openai:a', 'anthropic:claude'] }),
          'fallback_models.1',
          'model_not_configured',
        ],
        [
          'an unknown field',
          AGENTS,
          () => ({ name: 'A', colour: 'red' }),
          'colour',
          'unknown_field',
        ],
        [
          'a field named constructor',
          AGENTS,
          () => ({ name: 'A', constructor: 1 }),
          'constructor',
          'unknown_field',
        ],
        [
          'an id that the client chose',
          AGENTS,
          () => ({ name: 'A', id: NOWHERE }),
          'id',
          'unknown_field',
        ],
        ['no agent_id', SESSIONS, () => ({}), 'agent_id', 'required'],
        ['an agent_id that is no UUID', SESSIONS, () => ({ agent_id: 'a1' }), 'agent_id', 'format'],
        [
          'an agent_id that is a UUID as a URN',
          SESSIONS,
          () => ({ agent_id: `urn:uuid:${agent.id}` }),
          'agent_id',
          'format',
        ],
        [
          'a locale that is none',
          SESSIONS,
          () => ({ agent_id: agent.id, locale: '123' }),
          'locale',
          'pattern',
        ],
        [
          'a visitor_id of 201 characters',
          SESSIONS,
          () => ({ agent_id: agent.id, visitor_id: 'x'.repeat(201) }),
          'visitor_id',
          'maxLength',
        ],
        [
          'a user_context_id that is no UUID',
          CONVERSATIONS,
          () => ({ agent_id: agent.id, user_context_id: 'c1' }),
          'user_context_id',
          'format',
        ],
        [
          'a user_context_id that is a UUID as a URN',
          CONVERSATIONS,
          () => ({ agent_id: agent.id, user_context_id: `urn:uuid:${NOWHERE}` }),
          'user_context_id',
          'format',
        ],
        [
          'traits that are an array',
          CONTEXTS,
          () => ({ user_reference: 'u', traits: [] }),
          'traits',
          'type',
        ],
        ['no traits', CONTEXTS, () => ({ user_reference: 'u' }), 'traits', 'required'],
        ['no answer', QA, () => ({ question: 'Why?' }), 'answer', 'required'],
        [
          'an answer of blanks',
          QA,
          () => ({ question: 'Why?', answer: ' \n\t ' }),
          'answer',
          'pattern',
        ],
        [
          'no agents in agent_ids',
          QA,
          () => ({ question: 'Why?', answer: 'So.', agent_ids: [] }),
          'agent_ids',
          'minItems',
        ],
        [
          'an agent twice in agent_ids',
          QA,
          () => ({ question: 'Why?', answer: 'So.', agent_ids: [agent.id, agent.id] }),
          'agent_ids',
          'uniqueItems',
        ],
        [
          'a UUID as a URN in agent_ids',
          QA,
          () => ({ question: 'Why?', answer: 'So.', agent_ids: [`urn:uuid:${agent.id}`] }),
          'agent_ids.0',
          'format',
        ],
      ]
    for (const [name, path, body, field, code] of cases)
      it(`refuses ${name} in a POST to ${path} with 422 that names the field`, async () => {
        const answer = await expectRefused(422, 'validation_failed', () =>
          parley.client.post(path, body()),
        )
        expect(errorsOf(answer)).to.deep.equal([{ field, code }])
        expect(answer.body.detail).to.contain(field)
      })

    it("says that a field that the service sets, such as a record's kind, must be left out", async () => {
      const { object, id, created_at } = agent
      const answer = await parley.client.post(AGENTS, { name: 'A', object, id, created_at })
      const details = answer.body.data.errors.map(({ field, detail }: any) => `${field} ${detail}`)
      expect(details.toSorted()).to.deep.equal(
        ['created_at', 'id', 'object'].map(
          (field) =>
            `${field} is kept by the service: leave it out, or send it back as it was read`,
        ),
      )
    })

    for (const [name, body, field, code] of [
      ['no content', {}, 'content', 'required'],
      ['empty content', { content: '' }, 'content', 'minLength'],
      ['content of blanks', { content: ' \n\u00a0\t' }, 'content', 'pattern'],
      ['content of 8,001 characters', { content: 'x'.repeat(8_001) }, 'content', 'maxLength'],
      ['content that is a number', { content: 1 }, 'content', 'type'],
      ['content that is an object', { content: { a: 1 } }, 'content', 'type'],
      ['an on_busy that is none', { content: 'Hi', on_busy: 'wait' }, 'on_busy', 'enum'],
      ['metadata that is text', { content: 'Hi', metadata: 'a' }, 'metadata', 'type'],
      [
        'metadata over 16 kB',
        { content: 'Hi', metadata: { a: 'x'.repeat(16 * 1024) } },
        'metadata',
        'storedJson',
      ],
      [
        'metadata over 16 kB of UTF-8',
        { content: 'Hi', metadata: { a: 'ä'.repeat(8 * 1024) } },
        'metadata',
        'storedJson',
      ],
      [
        'metadata 6 levels deep',
        { content: 'Hi', metadata: { a: { b: { c: { d: { e: {} } } } } } },
        'metadata',
        'storedJson',
      ],
    ] as const)
      it(`refuses a message with ${name} with 422 that names the field`, async () => {
        const answer = await expectRefused(422, 'validation_failed', () =>
          parley.client.post(messages, body),
        )
        expect(errorsOf(answer)).to.deep.include({ field, code })
      })

    for (const [name, body] of [
      ['content of 8,000 characters', { content: 'x'.repeat(8_000) }],
      ['content of 8,000 characters outside the basic plane', { content: '😀'.repeat(8_000) }],
      [
        'metadata of 16 kB to the byte',
        { content: 'Hi', metadata: { a: 'x'.repeat(16 * 1024 - 8) } },
      ],
      ['metadata 5 levels deep', { content: 'Hi', metadata: { a: { b: { c: { d: { e: 1 } } } } } }],
    ] as const)
      it(`accepts a message with ${name}`, async () => {
        const { status } = await parley.client.post(messages, body, { Prefer: 'respond-async' })
        expect(status).to.equal(202)
        const { data } = (await parley.client.get(`${messages}?order=desc&limit=2`)).body
        expect(data[1]).to.deep.include(body)
      })

    it('refuses a number that is too large with 422', () =>
      expectRefused(422, 'validation_failed', () =>
        postText('{"name":"A","temperature":1e400}', AGENTS),
      ))

    it('names every field that is wrong, in one answer', async () => {
      const { body } = await expectRefused(422, 'validation_failed', () =>
        parley.client.post(AGENTS, { tone: 1, language: '?', colour: 'red' }),
      )
      const fields = body.data.errors.map(({ field }: any) => field)
      expect(fields).to.have.members(['name', 'tone', 'language', 'colour'])
    })

    it('names at most 20 of 1,000 wrong fields', async () => {
      const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, n]))
      const { body } = await expectRefused(422, 'validation_failed', () =>
        parley.client.post(AGENTS, fields),
      )
      expect(body.data.errors).to.have.length(20)
    })
  })

  describe('in the address', () => {
    for (const [name, id] of [
      ['a word', 'latest'],
      ['a number', '1'],
      ['a UUID of nothing', NOWHERE],
      ['a UUID as a URN', `urn:uuid:${NOWHERE}`],
      ['a NUL', '%00'],
      ['a quote', "'%20or%20'1'='1"],
      ['a path', '..%2F..%2Fetc'],
      ['a malformed percent escape', '%E0%A4%A'],
      ['a lone percent sign', '%'],
    ] as const) {
      it(`answers 404 where the conversation's id is ${name}`, () =>
        expectRefused(404, 'not_found', () =>
          parley.client.get(`/api/v1/conversations/${id}/messages`),
        ))

      it(`answers 404 to a message for a session whose id is ${name}`, () =>
        expectRefused(404, 'not_found', () =>
          parley.client.post(`/api/v1/sessions/${id}/messages`, { content: 'Hi' }),
        ))

      it(`answers 404 where the message's id is ${name}`, () =>
        expectRefused(404, 'not_found', () => parley.client.get(`${messages}/${id}`)))
    }

    for (const [name, query] of [
      ['a NUL', 'user_reference=%00'],
      ['bytes that are not UTF-8', 'user_reference=%ff'],
      ['half a character', 'limit=%E0%A4%A'],
    ] as const)
      it(`refuses ${name} in the query with 400`, () =>
        expectRefused(400, 'invalid_text', () => parley.client.get(`/api/v1/contexts?${query}`)))

    for (const [name, query, field] of [
      ['limit=0', 'limit=0', 'limit'],
      ['limit=101', 'limit=101', 'limit'],
      ['limit=-1', 'limit=-1', 'limit'],
      ['limit=abc', 'limit=abc', 'limit'],
      ['limit=1.5', 'limit=1.5', 'limit'],
      ['limit=Infinity', 'limit=Infinity', 'limit'],
      ['an empty limit', 'limit=', 'limit'],
      ['limit twice', 'limit=1&limit=2', 'limit'],
      ['a limit with a malformed escape', 'limit=%zz', 'limit'],
      ['an unknown parameter', 'offset=3', 'offset'],
      ['a parameter named __proto__', '__proto__=1', '__proto__'],
      ['after=not-a-uuid', 'after=not-a-uuid', 'after'],
      ['an after that is a URN', `after=urn:uuid:${NOWHERE}`, 'after'],
      ['an order that is none', 'order=up', 'order'],
    ] as const)
      for (const list of ['agents', 'messages'])
        it(`refuses ${name} in a list of ${list} with 422 that names it`, async () => {
          const path = list === 'agents' ? AGENTS : messages
          const { body } = await expectRefused(422, 'validation_failed', () =>
            parley.client.get(`${path}?${query}`),
          )
          expect(body.data.errors.map((error: any) => error.field)).to.deep.equal([field])
        })

    for (const wait of ['abc', '-1', '61', 'Infinity', ''])
      it(`refuses wait=${wait} with 422`, () =>
        expectRefused(422, 'validation_failed', () =>
          parley.client.get(`${messages}/${NOWHERE}?wait=${wait}`),
        ))

    for (const path of ['/api', '/api/v1', '/api/v2/agents', '/api/v1/unknown', '/%E0%A4%A', '/%'])
      it(`answers 404 at ${path}`, () =>
        expectRefused(404, 'not_found', () => parley.client.get(path)))

    for (const [method, path, allowed] of [
      ['DELETE', '/api/v1/contexts', ['POST']],
      ['PUT', AGENTS, ['GET', 'POST']],
      ['PATCH', '/api/v1/agents/', ['GET', 'POST']],
      ['POST', '/health', ['GET']],
      ['DELETE', '/ready', ['GET']],
    ] as const) {
      it(`answers ${method} ${path} with 405 and the allowed methods in Allow`, async () => {
        const { headers } = await expectRefused(405, 'method_not_allowed', () =>
          parley.client.send(method, path, '{}', AS_JSON),
        )
        expect((headers.get('allow') ?? '').split(/, */)).to.include.members([...allowed])
      })

      it(`answers ${method} ${path} without a body with 405`, () =>
        expectRefused(405, 'method_not_allowed', () => parley.client.send(method, path)))
    }
  })

  describe('below HTTP', () => {
    const length = (bytes: number) => ({ ...AS_JSON, 'Content-Length': String(bytes) })

    it('answers a body that is cut off with 400', () =>
      expectRefused(400, 'malformed_request', () =>
        exchange(`${headOf('POST', CONTEXTS, length(1_000))}{"user_reference":"u"`, { end: true }),
      ))

    it('stores nothing of a whole JSON value that is shorter than its Content-Length', () =>
      expectRefused(400, 'malformed_request', () =>
        exchange(`${headOf('POST', CONTEXTS, length(1_000))}{"user_reference":"u","traits":{}}`, {
          end: true,
        }),
      ))

    it('answers chunks that are cut off with 400', () =>
      expectRefused(400, 'malformed_request', () =>
        exchange(
          `${headOf('POST', CONTEXTS, { ...AS_JSON, 'Transfer-Encoding': 'chunked' })}ff\r\n{"us`,
          {
            end: true,
          },
        ),
      ))

    it('keeps working when a client resets the connection in the middle of its body', async () => {
      const rows = await countRows()
      await new Promise<void>((resolve) => {
        const socket = dial(() => {
          socket.write(`${headOf('POST', CONTEXTS, length(1_000))}{"us`)
          setTimeout(() => socket.resetAndDestroy(), 100)
        })
        socket.on('error', () => undefined).on('close', () => resolve())
      })
      expect((await parley.client.get('/health')).status).to.equal(200)
      expect(await countRows()).to.deep.equal(rows)
    })

    for (const [name, bytes] of [
      ['garbage', '\x00\x01\x02 garbage\r\n\r\n'],
      ['the hello of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['an unknown method', 'BREW /coffee HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['HTTP of version 9', 'GET /health HTTP/9.9\r\nHost: a\r\n\r\n'],
      ['a header without a colon', 'GET /health HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n'],
      [
        'a Content-Length that is no number',
        'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      ],
      [
        'two lengths',
        'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      ],
      ['no Host', 'GET /health HTTP/1.1\r\n\r\n'],
    ] as const)
      it(`answers ${name} with 400`, () =>
        expectRefused(400, 'malformed_request', () => exchange(bytes, { latin1: true })))

    it('answers HTTP/1.0, which has no Host, as any other request', async () => {
      for (const path of ['/health', '/ready'])
        expect((await exchange(`GET ${path} HTTP/1.0\r\n\r\n`)).status, path).to.equal(200)
    })

    it('answers a chunk whose size is no number with 400', () =>
      expectRefused(400, 'malformed_request', () =>
        exchange(
          `${headOf('POST', CONTEXTS, { ...AS_JSON, 'Transfer-Encoding': 'chunked' })}zz\r\n`,
        ),
      ))

    it('answers an Expect header that it cannot meet with a 4xx', async () => {
      const { status } = await exchange(headOf('GET', '/health', { Expect: 'the impossible' }))
      expect(status).to.be.within(400, 499)
    })

    it('gives these answers an X-Request-Id, too', async () => {
      const { headers, body } = await exchange('garbage\r\n\r\n')
      expect(headers.get('x-request-id')).to.be.a('string')
      expect(body.request_id).to.equal(headers.get('x-request-id'))
    })
  })

  it('never answers 5xx to 300 random invalid bodies @long', async () => {
    const random = randomFrom(20_251_121)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!
    for (let n = 0; n < 300; n++) {
      const [path, body] = pick([
        [AGENTS, { name: 'A', tone: 'dry', language: 'de', default_tasks: ['a'], temperature: 1 }],
        [SESSIONS, { agent_id: agent.id, visitor_id: 'v', locale: 'de-AT', metadata: { a: [1] } }],
        [CONVERSATIONS, { agent_id: agent.id, customer_id: 'c', title: 't', metadata: {} }],
        [CONTEXTS, { user_reference: 'u', traits: { a: { b: [true, null] } } }],
        [QA, { question: 'Why?', answer: 'So.', tags: ['a'], agent_ids: [agent.id] }],
        [messages, { content: 'Hi', metadata: { order: 1 }, on_busy: 'queue' }],
      ] as const)
      const text = mutate(body, random)
      const { status } = await parley.client.send('POST', path, text, {
        ...AS_JSON,
        Prefer: 'respond-async',
      })
      expect(status, `request ${n}: ${path} ${text}`).to.be.below(500)
    }
    expect((await parley.client.get('/ready')).status).to.equal(200)
  })

  const dial = (onConnect: () => void) => connect(parley.server.port, '127.0.0.1', onConnect)

  /** Returns the start of a request with valid credentials. */
  function headOf(method: string, path: string, headers: Record<string, string> = {}): string {
    const all = { Host: 'a', ...parley.client.authorization, ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
  }

  /**
   * Writes the bytes on a new connection and reads until the server closes it, or answers and keeps
   * it.
   */
  function exchange(
    bytes: string,
    { end = false, latin1 = false, readLast = false } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let received = ''
      const socket = dial(() => {
        if (readLast) socket.pause()
        socket.write(bytes, latin1 ? 'latin1' : 'utf8', () => socket.resume())
        if (end) socket.end()
      })
      const idle = () => socket.destroy()
      socket.setEncoding('utf8')
      socket.setTimeout(1_000, idle)
      socket.on('data', (text) => {
        received += text
      })
      socket.on('error', reject)
      socket.on('close', () => {
        try {
          resolve(parse(received))
        } catch (error) {
          reject(error)
        }
      })
    })
  }
})

/** Parses one answer, and expects nothing after it. */
function parse(text: string): Answer {
  expect(text).to.match(/^HTTP\/1\.1 \d{3} /)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
  const answer = { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) }
  if (headers.has('x-request-id')) expectEnvelope(answer)
  else {
    expect(answer.body).to.have.all.keys(
      'status',
      'status_code',
      'detail',
      'data',
      'code',
      'request_id',
    )
    expect(answer.body).to.include({ status: 'error', status_code: answer.status })
  }
  return answer
}

/** Returns the same numbers, 0–1, for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ODD: unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  'x'.repeat(9_000),
  '\u0000',
  '\ud800',
  '\u202e',
  '￿',
  "'; drop table agents; --",
  '$1 ? :id',
  '{{7*7}}',
  NOWHERE,
  NOWHERE.toUpperCase(),
  [],
  [[]],
  [null],
  {},
  { toString: 1, valueOf: null, hasOwnProperty: 1 },
  { '': { '': { '': {} } } },
  { $ref: '#', 'a.b': 1, 'a/b~c': 1 },
]

/** Returns a body's text with one to three faults, in its fields or in its bytes. */
function mutate(body: object, random: () => number): string | Uint8Array {
  const at = (length: number) => Math.floor(random() * length)
  const mutated: Record<string, any> = structuredClone(body)
  for (let times = 1 + at(3); times > 0; times--) {
    const key = Object.keys(mutated)[at(Object.keys(mutated).length)] ?? 'name'
    const odd = ODD[at(ODD.length)]
    const change = at(5)
    if (change === 0) delete mutated[key]
    else if (change === 1) mutated[key] = [mutated[key], odd]
    else if (change === 2) mutated[key] = { [key]: odd }
    else if (change === 3) mutated[typeof odd === 'string' ? odd.slice(0, 50) : 'odd'] = odd
    else mutated[key] = odd
  }
  const bytes = Buffer.from(JSON.stringify(mutated))
  if (random() < 0.7) return bytes
  const change = at(3)
  if (change === 0) return bytes.subarray(0, at(bytes.length))
  if (change === 1) bytes[at(bytes.length)] = at(256)
  else bytes.copyWithin(at(bytes.length), at(bytes.length))
  return bytes
}
