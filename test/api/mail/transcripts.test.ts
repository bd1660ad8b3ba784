import { expect } from 'chai'
import { transcriptWords } from '../../../shared/mail/transcriptWords.ts'
import { bearer, mintToken, request } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { identify, makeIdentitySecret, signIdentity } from '../../support/http/identity.ts'
import { type MailServer, startMailServer } from '../../support/people/smtp.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const SESSIONS = '/api/v1/sessions'

describe('transcripts by mail', () => {
  let parley: Parley
  let client: Client
  let server: MailServer
  before(async () => {
    server = await startMailServer()
    parley = await startParley({ settings: { SMTP_URL: server.url } })
    client = parley.client
    parley.model.behave(() => ({ text: 'At <b>nine</b>.' }))
  })
  after(async () => {
    await parley.stop()
    await server.close()
  })

  /** Each test has its own address, because the limits count by it. */
  let count = 0
  let address: string
  beforeEach(() => {
    address = `zoe${count++}@example.com`
  })

  async function makeChat(fields: object = {}, token?: string, ofAgent: object = {}) {
    const visitor = bearer(token ?? (await mintToken(client)))
    const call = (method: string, path: string, body?: object) =>
      request(client.address, method, path, visitor, body)
    const agent_id = (await client.makeAgent({ name: 'Flora', ...ofAgent })).id
    const { id } = (await call('POST', SESSIONS, { agent_id, ...fields })).body.data
    const path = `${SESSIONS}/${id}`
    expect(
      (await call('POST', `${path}/messages`, { content: 'When <i>today</i>?' })).status,
    ).to.equal(201)
    return {
      id: id as string,
      path,
      call,
      ask: (code?: string) =>
        call('POST', `${path}/transcript`, code === undefined ? {} : { code }),
      leave: async (email = address) =>
        expect((await call('PUT', `${path}/contact`, { email })).status).to.equal(200),
    }
  }
  const codeOf = async (nth = 1) => {
    const mails = await server.untilMailed(address, nth)
    return /\b\d{6}\b/.exec(mails[nth - 1]!.text!)![0]
  }
  /** Returns a wrong code. */
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('go to a visitor who proves the address by a code, with only what was said to that visitor', async () => {
    const chat = await makeChat()
    expect((await chat.ask()).status).to.equal(404)
    await chat.leave()
    const first = await chat.ask()
    expect([first.status, first.body.data.state]).to.deep.equal([200, 'code_sent'])
    const code = await codeOf()
    const [mail] = await server.untilMailed(address)
    // An accidental receiver sees no word of the visitor.
    expect(`${mail!.text}${mail!.html ?? ''}`).not.to.contain('today')
    await client.post(`${chat.path}/messages`, {
      content: 'An impatient one.',
      role: 'human_agent',
      visibility: 'internal',
    })
    const second = await chat.ask(code)
    expect([second.status, second.body.data.state]).to.deep.equal([200, 'on_its_way'])
    const [, sent] = await server.untilMailed(address, 2)
    expect(sent!.recipients).to.deep.equal([address])
    expect(sent!.subject).to.equal('Your chat with Test organization')
    expect(sent!.text)
      .to.match(/You \(.+\):\nWhen <i>today<\/i>\?/)
      .and.to.match(/Flora \(.+\):\nAt/)
    expect(sent!.html).to.contain('When &lt;i&gt;today&lt;/i&gt;?').and.not.contain('<i>')
    for (const text of [sent!.text, sent!.html]) expect(text).not.to.contain('impatient')
    // The address is now proven.
    expect((await chat.ask()).body.data.state).to.equal('on_its_way')
    await server.untilMailed(address, 3)
  })

  it('are in the language of the chat, and so is the mail with the code', async () => {
    const chat = await makeChat({ locale: 'pl-PL' })
    await chat.leave()
    await chat.ask()
    const code = await codeOf()
    await chat.ask(code)
    const [first, second] = await server.untilMailed(address, 2)
    expect(first!.subject).to.equal(`${code} to Twój kod dla Test organization`)
    expect(first!.text).to.contain('na czacie z Test organization').and.contain('przez 15 minut:')
    expect(second!.subject).to.equal('Twoja rozmowa z Test organization')
    expect(second!.text)
      .to.match(/Ty \(\d+ [a-zź]+ \d{4}, \d\d:\d\d\):\nWhen/)
      .and.contain('Prosimy na nią nie odpowiadać.')
  })

  describe('when a chat is closed', () => {
    const AT_END = { mail_transcripts: true }
    const close = async (path: string) => {
      const closed = await request(client.address, 'PATCH', path, client.authorization, {
        status: 'closed',
      })
      expect(closed.status, JSON.stringify(closed.body)).to.equal(200)
    }
    /** A key vouches for the address. */
    const vouch = async (path: string) => {
      const body = { email: address }
      const put = await request(
        client.address,
        'PUT',
        `${path}/contact`,
        client.authorization,
        body,
      )
      expect(put.status, JSON.stringify(put.body)).to.equal(200)
    }
    const mailsOf = (id: string) => parley.db('mails').where({ thread_id: id, kind: 'transcript' })

    it('go to its customer once, if the agent mails them @long', async () => {
      const chat = await makeChat({}, undefined, AT_END)
      await vouch(chat.path)
      await close(chat.path)
      const [sent] = await server.untilMailed(address)
      expect(sent!.recipients).to.deep.equal([address])
      expect(sent!.text)
        .to.contain('When <i>today</i>?')
        .and.to.contain('is confirmed for the chat')
      await eventually(async () => (await mailsOf(chat.id)).length === 0)
      // The chat is already closed.
      await close(chat.path)
      expect(await mailsOf(chat.id)).to.deep.equal([])
      const other = await client.makeConversation({ agent_id: (await client.makeAgent(AT_END)).id })
      const path = `/api/v1/conversations/${other.id}`
      await client.post(`${path}/messages`, { content: 'And tomorrow?' })
      await vouch(path)
      await close(path)
      expect((await server.untilMailed(address, 2))[1]!.text).to.contain('And tomorrow?')
    })

    it('are not sent by default, without a proof, for a test, or when another field changes', async () => {
      const off = await makeChat()
      await vouch(off.path)
      const unproven = await makeChat({}, undefined, AT_END)
      await unproven.leave()
      const none = await makeChat({}, undefined, AT_END)
      const test = await makeChat({}, undefined, AT_END)
      await vouch(test.path)
      await parley.db('threads').where({ id: test.id }).update({ is_test: true })
      for (const { path } of [off, unproven, none, test]) await close(path)
      const open = await makeChat({}, undefined, AT_END)
      await vouch(open.path)
      const changed = await request(client.address, 'PATCH', open.path, client.authorization, {
        locale: 'de',
      })
      expect(changed.status).to.equal(200)
      for (const { id } of [off, unproven, none, test, open])
        expect(await mailsOf(id)).to.deep.equal([])
    })

    it('do not keep a chat open when a limit of mails is reached @long', async () => {
      for (let day = 0; day < 7; day++) {
        const chat = await makeChat({}, undefined, AT_END)
        await vouch(chat.path)
        await close(chat.path)
      }
      // An address gets six mails a day.
      await eventually(
        async () => (await parley.db('mails').where({ kind: 'transcript' })).length === 0,
      )
      expect(await server.untilMailed(address, 6)).to.have.length(6)
    })
  })

  it('are not sent for a wrong, a used, a late or another code, or for any code after five attempts', async () => {
    const chat = await makeChat()
    await chat.leave()
    await chat.ask()
    const code = await codeOf()
    const wrong = await chat.ask(other(code))
    expect([wrong.status, wrong.body.data.errors[0].field]).to.deep.equal([422, 'code'])
    // A code is bound to the address that it was mailed to.
    await chat.leave()
    expect((await chat.ask(code)).status).to.equal(422)
    await chat.ask()
    const late = await codeOf(2)
    await parley
      .db('contacts')
      .where({ thread_id: chat.id })
      .update({ code_expires_at: new Date(0) })
    expect((await chat.ask(late)).status).to.equal(422)
    await chat.ask()
    const guessed = await codeOf(3)
    for (let tries = 0; tries < 5; tries++)
      expect((await chat.ask(other(guessed))).status).to.equal(422)
    expect((await chat.ask(guessed)).status).to.equal(422)
    expect(await parley.db('mails').where({ thread_id: chat.id })).to.deep.equal([])
    const foreign = await makeChat()
    await foreign.leave()
    expect((await foreign.ask(guessed)).status).to.equal(422)
  })

  it('need no code if a key or a verified user’s own address vouches @long', async () => {
    const { id } = await client.makeConversation()
    const path = `/api/v1/conversations/${id}`
    await client.post(`${path}/messages`, { content: 'Hello' })
    const json = { 'Content-Type': 'application/json' }
    await client.send('PUT', `${path}/contact`, JSON.stringify({ email: address }), json)
    expect((await client.post(`${path}/transcript`, {})).body.data.state).to.equal('on_its_way')
    await server.untilMailed(address)

    const { secret } = await makeIdentitySecret(parley, client)
    const traits = { email: address.toUpperCase() }
    const minted = await identify(client, {
      identity_token: signIdentity(secret, 'zoe-1', { traits }),
    })
    const known = await makeChat({}, minted.body.token)
    await known.leave()
    expect((await known.ask()).body.data.state).to.equal('on_its_way')
    await server.untilMailed(address, 2)
    await known.leave(`other-${address}`)
    expect((await known.ask()).body.data.state).to.equal('code_sent')
  })

  it('are limited by chat and by address, in all chats together', async () => {
    const chat = await makeChat()
    await chat.leave()
    for (let times = 0; times < 5; times++) expect((await chat.ask()).status).to.equal(200)
    const refused = await chat.ask()
    expect([refused.status, refused.body.code]).to.deep.equal([429, 'rate_limited'])
    expect(refused.body.detail).to.contain('5 such mails an hour for this chat')
    const next = await makeChat()
    // Both addresses reach the same mailbox.
    await next.leave(address.toUpperCase().replace('@', '+1@'))
    expect((await next.ask()).status).to.equal(200)
    const third = await next.ask()
    expect(third.status).to.equal(429)
    expect(third.body.detail).to.contain('6 such mails a day to this address')
    await codeOf(5)
    expect(JSON.stringify(third.body)).not.to.contain('ZOE')
  })

  it('are sent once for simultaneous requests, and not to a replaced address', async () => {
    const { id } = await client.makeSession()
    const path = `${SESSIONS}/${id}`
    await client.post(`${path}/messages`, { content: 'Hello' })
    const json = { 'Content-Type': 'application/json' }
    await client.send('PUT', `${path}/contact`, JSON.stringify({ email: address }), json)
    await parley.db('mails').insert({
      organization_id: client.organizationId,
      thread_id: id,
      kind: 'transcript',
      due_at: new Date(Date.now() + 3_600_000),
    })
    for (let times = 0; times < 3; times++) await client.post(`${path}/transcript`, {})
    const rows = await parley.db('mails').where({ thread_id: id, kind: 'transcript' })
    expect(rows).to.have.length(1)
    const token = await mintToken(client)
    expect(
      (await request(client.address, 'POST', `${path}/transcript`, bearer(token), {})).status,
    ).to.equal(404)
    await parley.db('contacts').where({ thread_id: id }).update({ proven_at: null })
    await parley
      .db('mails')
      .where({ thread_id: id })
      .update({ due_at: new Date(0) })
    await eventually(async () => (await parley.db('mails').where({ thread_id: id })).length === 0)
    expect(server.mails.filter(({ recipients }) => recipients.includes(address))).to.deep.equal([])
    // The deletion of the chat includes all of it.
    await client.send('DELETE', path)
    for (const table of ['mails', 'contacts'])
      expect(await parley.db(table).where({ thread_id: id }), table).to.deep.equal([])
  })

  it('have the newest messages if there are too many, in German if the chat is @long', async () => {
    const { id } = await client.makeSession()
    const path = `${SESSIONS}/${id}`
    await client.post(`${path}/messages`, { content: 'Hello' })
    const [one] = await parley.db('messages').where({ thread_id: id, role: 'user' })
    const rows = Array.from({ length: 210 }, (_, nth) => ({
      ...one,
      id: crypto.randomUUID(),
      seq: 100 + nth,
      metadata: '{}',
      content: `Message ${nth}.`,
      request_id: crypto.randomUUID(),
    }))
    await parley.db('messages').insert(rows)
    const json = { 'Content-Type': 'application/json' }
    await client.send('PUT', `${path}/contact`, JSON.stringify({ email: address }), json)
    await client.post(`${path}/transcript`, {})
    const [mail] = await server.untilMailed(address)
    expect(mail!.text).to.contain('Earlier messages are left out.').and.contain('Message 209.')
    expect(mail!.text).to.contain('Message 10.').and.not.contain('Message 9.\n')
    const words = transcriptWords({
      organization: 'Laden',
      agent: 'Flora',
      locale: 'de-AT',
      is_cut: false,
      said: [
        {
          role: 'human_agent',
          content: 'Gern.',
          author_name: null,
          created_at: '2026-11-27T12:00:00Z',
        },
      ],
    })
    expect(words.subject).to.equal('Ihr Chat mit Laden')
    expect(words.text).to.contain('Unser Team (27.11.2026, 12:00):\nGern.')
  })

  it('are refused if the operator has set no mail server', async () => {
    const silent = await startParley({
      workers: false,
      settings: { SMTP_URL: '', MAIL_FROM: '' },
    })
    try {
      const { id } = await silent.client.makeSession()
      const answer = await silent.client.post(`${SESSIONS}/${id}/transcript`, {})
      expect([answer.status, answer.body.code]).to.deep.equal([503, 'mail_not_configured'])
      const state = await silent.client.get(`${SESSIONS}/${id}/handoff`)
      expect(state.body.data.mails_transcripts).to.equal(false)
    } finally {
      await silent.stop()
    }
  })
})
