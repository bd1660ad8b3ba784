import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

const QA = '/api/v1/knowledge/qa'

describe("a reply's grounding", () => {
  let parley: Parley
  before(async () => {
    parley = await startParley()
    const { client } = parley
    await client.post(QA, {
      question: 'How long can plants be returned?',
      answer: 'Within 14 days of purchase.',
    })
    await client.post(QA, {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros. Above 50 euros it is free.',
    })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  async function ask(question: string, text: string, fields: object = {}) {
    const { client, model } = parley
    model.behave(() => ({ text }))
    const agent = await client.makeAgent(fields)
    const conversation = await client.makeConversation({ agent_id: agent.id })
    const { status, body, headers } = await client.say(conversation.id, question)
    expect(status, JSON.stringify(body)).to.equal(201)
    return { reply: body.data, location: headers.get('location')!, conversation }
  }

  it('is shown for each reply, the same in the reply, in a GET and in the history', async () => {
    const { client } = parley
    const { reply, location, conversation } = await ask(
      'What does delivery cost?',
      'Delivery costs 4.90 euros [1].',
    )
    expect(reply.grounded).to.equal(true)
    expect(reply.citations).to.have.length(1)
    expect(reply.citations[0]).to.include({ kind: 'qa', quote: 'Delivery costs 4.90 euros.' })
    expect((await client.get(location)).body.data).to.deep.equal(reply)
    const { body } = await client.get(`/api/v1/conversations/${conversation.id}/messages`)
    expect(body.data[1]).to.deep.equal(reply)
    expect(body.data[0]).not.to.have.property('grounded')
  })

  it('is null until the reply is completed', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'Delivery costs 4.90 euros.', delayMs: 500 }))
    const conversation = await client.makeConversation()
    const path = `/api/v1/conversations/${conversation.id}/messages`
    const posted = await client.post(
      path,
      { content: 'What does delivery cost?' },
      { Prefer: 'respond-async' },
    )
    expect(posted.body.data).to.include({ status: 'processing', grounded: null })
    const read = await client.get(`${path}/${posted.body.data.id}?wait=20`)
    expect(read.body.data).to.include({ status: 'completed', grounded: true })
  })

  it('is false if no knowledge supports the reply', async () => {
    const { reply } = await ask('What does delivery cost?', 'Bananas are yellow.')
    expect(reply).to.include({ grounded: false, content: 'Bananas are yellow.' })
    expect(reply.citations).to.deep.equal([])
  })

  it('is not credited to a marked sentence whose figure differs', async () => {
    const { reply } = await ask('What does delivery cost?', 'Delivery costs 9.90 euros [1].')
    expect(reply).to.include({ grounded: false, content: 'Delivery costs 9.90 euros.' })
    expect(parley.model.requests).to.have.length(1)
  })

  describe('that an agent demands', () => {
    const strict = { require_grounding: true }

    /** The model answers with `first`, and with `then` when it is asked to correct. */
    function correct(first: string, then: string) {
      parley.model.behave(({ messages }) => ({
        text: messages.at(-1)!.content.includes('was not sent') ? then : first,
      }))
    }

    async function askStrictly() {
      const { client } = parley
      const agent = await client.makeAgent({ ...strict, fallback_message: 'Please call us.' })
      const conversation = await client.makeConversation({ agent_id: agent.id })
      return client.say(conversation.id, 'What does delivery cost?')
    }

    it('has the model correct a wrong figure, once, and counts both calls', async () => {
      correct('Delivery costs 9.90 euros [1].', 'Delivery costs 4.90 euros [1].')
      const { body } = await askStrictly()
      expect(body.data).to.include({ grounded: true, content: 'Delivery costs 4.90 euros.' })
      expect(body.data.usage).to.include({ input_tokens: 22, output_tokens: 14 })
      const [, second] = parley.model.requests
      expect(second!.messages.at(-2)).to.deep.include({
        role: 'assistant',
        content: 'Delivery costs 9.90 euros [1].',
      })
      expect(second!.messages.at(-1)!.content).to.contain('The source does not say "9.90 euros".')
    })

    it('puts the fallback message in place of a reply that stays wrong, and cites nothing', async () => {
      correct('Delivery costs 9.90 euros [1].', 'Delivery costs 8.80 euros [1].')
      const { body } = await askStrictly()
      expect(body.data).to.include({ grounded: false, content: 'Please call us.' })
      expect(body.data.citations).to.deep.equal([])
      expect(parley.model.requests).to.have.length(2)
    })

    it('puts the fallback message in place of a wrong reply when the model cannot be asked again', async () => {
      parley.model.behave(({ messages }) =>
        messages.at(-1)!.content.includes('was not sent')
          ? { status: 400 }
          : { text: 'Delivery costs 9.90 euros [1].' },
      )
      const { body } = await askStrictly()
      expect(body.data).to.include({ grounded: false, content: 'Please call us.' })
    })

    it('has every sentence of a paragraph with a mark checked, and figures without a mark', async () => {
      for (const wrong of [
        'Delivery takes 12 days. It costs 4.90 euros [1].',
        '- Delivery: 9.90 euros\n- Above 50 euros: free [1]',
        'Delivery costs 4.90 euros [1].\n\nOn Sundays our courier comes for 99 euros.',
        'Delivery costs 4.90 euros [1]:\n\n```sh\nparcel --insecure\n```',
      ]) {
        parley.model.behave(() => ({ text: wrong }))
        const { body } = await askStrictly()
        expect(body.data, wrong).to.include({ grounded: false, content: 'Please call us.' })
      }
    })

    it('leaves a reply with a figure of the question, and one that is calculated', async () => {
      const { reply } = await ask(
        'What does delivery cost for 3 parcels?',
        'For 3 parcels, delivery costs 14.70 euros [1].',
        strict,
      )
      expect(reply).to.include({ grounded: true })
    })

    it('leaves a grounded reply unchanged', async () => {
      const { reply } = await ask('What does delivery cost?', 'Delivery costs 4.90 euros.', strict)
      expect(reply).to.include({ grounded: true, content: 'Delivery costs 4.90 euros.' })
    })

    it('puts the fallback message in place of an ungrounded reply, and counts what that cost', async () => {
      const fields = { ...strict, fallback_message: 'Please call us.' }
      const { reply } = await ask('What does delivery cost?', 'About a hundred bananas.', fields)
      expect(reply).to.include({ grounded: false, content: 'Please call us.' })
      expect(reply.usage).to.include({ input_tokens: 11, output_tokens: 7 })
    })

    it('puts the fallback message in the language of the question', async () => {
      const { reply } = await ask(
        'Wie viele Mitarbeiterinnen hat eure Gärtnerei in Österreich?',
        'Zwölf.',
        strict,
      )
      expect(reply.content).to.equal(
        'Darauf habe ich in meinen Informationen keine Antwort gefunden.',
      )
    })

    it("puts the fallback message in the agent's language if the question is too short to tell", async () => {
      const { reply } = await ask('Ok?', 'Sure.', { ...strict, language: 'fr-CA' })
      expect(reply.content).to.equal(
        "Je n'ai pas trouvé de réponse à cette question dans mes informations.",
      )
    })

    it('is not demanded of an answer to a greeting', async () => {
      const { reply } = await ask('Hello there!', 'Hello! How can I help?', strict)
      expect(reply).to.include({ grounded: false, content: 'Hello! How can I help?' })
    })

    it('is demanded of an answer to a greeting with a question', async () => {
      const { reply } = await ask('Hello! Who is the king of France?', 'Hello! Louis.', strict)
      expect(reply.content).to.equal('I could not find an answer to that in what I know.')
    })

    it('is a field of the agent that is false by default, and can be changed', async () => {
      const { client } = parley
      const agent = await client.makeAgent()
      expect(agent.require_grounding).to.equal(false)
      const change = (value: boolean | null) =>
        client.send(
          'PATCH',
          `/api/v1/agents/${agent.id}`,
          JSON.stringify({ require_grounding: value }),
          {
            'Content-Type': 'application/json',
          },
        )
      expect((await change(true)).body.data.require_grounding).to.equal(true)
      expect((await change(null)).body.data.require_grounding).to.equal(false)
    })
  })

  it('uses the previous question for a follow-up', async () => {
    const { client, model } = parley
    const agent = await client.makeAgent()
    const conversation = await client.makeConversation({ agent_id: agent.id })
    model.behave(() => ({ text: 'Within 14 days.' }))
    await client.say(conversation.id, 'How long can plants be returned?')
    await client.say(conversation.id, 'And why?')
    expect(model.requests.at(-1)!.messages.at(-1)!.content).to.contain(
      'Within 14 days of purchase.',
    )
  })

  it('uses the previous question again if only a mark follows a question of stop words', async () => {
    const { client, model } = parley
    await client.post(QA, { question: 'Who are you?', answer: 'The shop for plants in Leeds.' })
    const conversation = await client.makeConversation()
    model.behave(() => ({ text: 'The shop.' }))
    for (const question of ['Who are you?', '?']) {
      await client.say(conversation.id, question)
      expect(model.requests.at(-1)!.messages.at(-1)!.content, question).to.contain(
        'The shop for plants in Leeds.',
      )
    }
  })
})

describe('grounding that a model checks', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ settings: { GROUNDING_MODEL: 'openai:judge' } })
    await parley.client.post(QA, {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros.',
    })
  })
  after(() => parley.stop())

  async function ask(judge: object) {
    const { client, model } = parley
    model.reset()
    model.behave((chat) =>
      chat.model === 'judge'
        ? (judge as { text: string })
        : { text: 'Delivery costs 4.90 euros, and a drone brings it [1].' },
    )
    const conversation = await client.makeConversation()
    const { body } = await client.say(conversation.id, 'What does delivery cost?')
    return body.data
  }

  it('is refused to a claim that the model finds in no source, and the check costs a call', async () => {
    const reply = await ask({ text: 'Sure: ```json\n{"unsupported": [1]}\n```' })
    expect(reply.grounded).to.equal(false)
    expect(reply.usage).to.include({ input_tokens: 22, output_tokens: 14 })
    const { messages } = parley.model.requests.find(({ model }) => model === 'judge')!
    expect(messages.at(-1)!.content).to.contain('Delivery costs 4.90 euros.')
    expect(messages.at(-1)!.content).to.contain(
      'Claim 1, citing 1: "Delivery costs 4.90 euros, and a drone brings it"',
    )
  })

  it('is left to a claim that the model finds', async () => {
    expect((await ask({ text: '{"unsupported": []}' })).grounded).to.equal(true)
  })

  it('is left to a claim when the model answers something else, or not at all', async () => {
    expect((await ask({ text: 'All of them are unsupported: [1].' })).grounded).to.equal(true)
    expect((await ask({ status: 500 })).grounded).to.equal(true)
  })

  it('asks no model that is down', async () => {
    for (let failures = 0; failures < 5; failures++) await ask({ status: 500 })
    expect((await ask({ text: '{"unsupported": [1]}' })).grounded).to.equal(true)
    expect(parley.model.requests.map(({ model }) => model)).to.deep.equal(['test-model'])
  })
})
