import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { mailWaitingHandoffs } from '../../../shared/mail/handoffMails.ts'
import { makeMailer } from '../../../shared/mail/mailer.ts'
import { claimMails, deleteOldMails } from '../../../shared/mail/mails.ts'
import { answerWords, type ThreadMailDeps } from '../../../shared/mail/threadMails.ts'
import { sendDue } from '../../../workers/mail/mailLoop.ts'
import { bearer, makeUser, mintToken, request, signedInAs } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type MailServer, startMailServer } from '../../support/people/smtp.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const SESSIONS = '/api/v1/sessions'
const CONVERSATIONS = '/api/v1/conversations'
const ADDRESS = 'zoe@example.com'

describe('mails about chats', () => {
  let parley: Parley
  let client: Client
  let server: MailServer
  let deps: ThreadMailDeps & { log: ReturnType<typeof makeLog> }
  let close: () => Promise<void>
  let lines: string[]
  before(async () => {
    server = await startMailServer()
    // Without workers, so that the tests decide when mails are sent.
    parley = await startParley({ workers: false, settings: { SMTP_URL: server.url } })
    client = parley.client
    const config = loadConfig(parley.env)
    const log = Object.assign(Object.create(makeLog('test', config)), {
      warn: (...logged: unknown[]) => lines.push(JSON.stringify(logged)),
    })
    const mailer = makeMailer(config, log)
    close = mailer.close
    deps = { db: parley.db, log, mailer, sealer: makeSealer(config.SECRET_KEYS), config }
  })
  after(async () => {
    await close()
    await parley.stop()
    await server.close()
  })
  beforeEach(async () => {
    lines = []
    server.mails.length = 0
    server.refuse(false)
    await parley.db('mails').delete()
    await parley.db('users').update({ handoffs_mailed_at: null })
    await parley.db('handoffs').update({ notified_at: new Date() })
  })

  const putContact = (token: string, id: string, email = ADDRESS) =>
    request(client.address, 'PUT', `${SESSIONS}/${id}/contact`, bearer(token), { email })
  const answer = (id: string, content: string, more: object = {}) =>
    client.post(`${SESSIONS}/${id}/messages`, {
      content,
      role: 'human_agent',
      author: 'Anna',
      ...more,
    })
  /** Makes all mails due, and moves messages into the past. */
  const letTimePass = async () => {
    await parley.db('mails').update({ due_at: new Date(0) })
    await parley.db('contacts').update({ seen_at: new Date(0) })
  }
  const mailed = async () => {
    const before = server.mails.length
    while (await sendDue(deps));
    return server.mails.slice(before)
  }

  /** Makes a handed-off chat of a visitor, with an address. */
  async function makeChat(fields: object = {}) {
    const agent_id = (await client.makeAgent()).id
    const token = await mintToken(client)
    const opened = await request(client.address, 'POST', SESSIONS, bearer(token), {
      agent_id,
      ...fields,
    })
    const { id } = opened.body.data
    await request(client.address, 'POST', `${SESSIONS}/${id}/handoff`, bearer(token), {})
    expect((await putContact(token, id)).status).to.equal(200)
    return { id, token }
  }

  describe('with answers', () => {
    it('show the visitor what people said, once, and not their internal notes', async () => {
      const { id } = await makeChat({ locale: 'de-AT' })
      await answer(id, 'Ihr Paket kommt morgen.')
      await answer(id, 'Er klingt ungeduldig.', { visibility: 'internal' })
      await answer(id, 'Sonst noch <b>etwas</b>?')
      await letTimePass()
      const [mail, ...more] = await mailed()
      expect(more).to.deep.equal([])
      expect(mail!.recipients).to.deep.equal([ADDRESS])
      expect(mail!.subject).to.equal('Antwort von Test organization')
      expect(mail!.text)
        .to.contain('Anna:\nIhr Paket kommt morgen.')
        .and.contain('Sonst noch <b>etwas</b>?')
      expect(mail!.text).to.contain('https://shop.example.com')
      expect(mail!.html).to.contain('&lt;b&gt;etwas').and.not.contain('<b>')
      for (const text of [mail!.text, mail!.html]) expect(text).not.to.contain('ungeduldig')
      expect(await parley.db('mails')).to.deep.equal([])
      await letTimePass()
      expect(await mailed()).to.deep.equal([])
    })

    it('go only to a visitor who is not looking', async () => {
      const { id, token } = await makeChat()
      await answer(id, 'I am here.')
      await parley.db('contacts').update({ seen_at: new Date(0) })
      // Reads the message in the widget.
      await request(client.address, 'GET', `${SESSIONS}/${id}/messages`, bearer(token))
      await parley.db('mails').update({ due_at: new Date(0) })
      expect(await mailed()).to.deep.equal([])
      expect(await parley.db('mails')).to.deep.equal([])
    })

    it('wait two minutes, and several answers come together', async () => {
      const { id } = await makeChat()
      const before = Date.now()
      await answer(id, 'One.')
      await answer(id, 'Two.')
      const [mail, ...more] = await parley.db('mails')
      expect(more).to.deep.equal([])
      expect(mail.due_at.getTime() - before).to.be.within(110_000, 180_000)
      expect(await mailed()).to.deep.equal([])
    })

    it('are not sent without an address, nor if a person replies before the address is given', async () => {
      const { id } = await client.makeSession()
      await client.post(`${SESSIONS}/${id}/handoff`, {})
      await answer(id, 'Hello?')
      expect(await parley.db('mails')).to.deep.equal([])
      await client.send('PUT', `${SESSIONS}/${id}/contact`, JSON.stringify({ email: ADDRESS }), {
        'Content-Type': 'application/json',
      })
      await answer(id, 'Once more.')
      await letTimePass()
      const [mail] = await mailed()
      expect(mail!.text).to.contain('Once more.').and.not.contain('Hello?')
    })

    it('are retried with the same id when the server refuses, and are given up in the end', async () => {
      const { id } = await makeChat()
      await answer(id, 'Are you there?')
      server.refuse(true)
      const waits: number[] = []
      for (let n = 0; n < 5; n++) {
        await letTimePass()
        await mailed()
        const [row] = await parley.db('mails')
        waits.push(Math.round((row.due_at.getTime() - Date.now()) / 1000))
      }
      const wanted = [60, 300, 1_800, 7_200, 604_800]
      for (const [n, wait] of waits.entries()) expect(wait).to.be.closeTo(wanted[n]!, 30)
      expect(lines.join()).to.contain('given up')
      expect(lines.join()).not.to.contain(ADDRESS).and.not.contain('Are you there')
      server.refuse(false)
      await letTimePass()
      const [mail] = await mailed()
      expect(mail!.messageId).to.match(/^<[0-9a-f-]{36}\.\d+@example\.com>$/)
    })

    it('leave what is said while a mail is on its way to the next mail', async () => {
      const { id } = await makeChat()
      await answer(id, 'First.')
      await letTimePass()
      const send = deps.mailer.send
      const slow = {
        ...deps,
        mailer: {
          send: async (mail: Parameters<typeof send>[0]) => {
            await answer(id, 'Second.')
            return send(mail)
          },
        },
      }
      expect(await sendDue(slow)).to.equal(1)
      await letTimePass()
      const [mail, ...more] = await mailed()
      expect(more).to.deep.equal([])
      expect(mail!.text).to.contain('Second.').and.not.contain('First.')
      expect(server.mails.map(({ text }) => /First|Second/.exec(text!)?.[0])).to.deep.equal([
        'First',
        'Second',
      ])
    })

    it('are sent once by many workers @long', async () => {
      const chats = await Promise.all(Array.from({ length: 12 }, () => makeChat()))
      for (const { id } of chats) await answer(id, `Answer to ${id}.`)
      await letTimePass()
      const work = async () => {
        while (await sendDue(deps));
      }
      await Promise.all(Array.from({ length: 4 }, work))
      const mailed = server.mails.map(({ text }) => /Answer to ([\w-]+)/.exec(text!)![1])
      expect(mailed.sort()).to.deep.equal(chats.map(({ id }) => id).sort())
    })

    it('are taken over from a dead worker, and end only by their fencing token', async () => {
      const { id } = await makeChat()
      await answer(id, 'Hello.')
      await letTimePass()
      const [dead] = await claimMails(parley.db, 1, 0)
      expect(dead!.attempts).to.equal(1)
      const [next] = await claimMails(parley.db, 1, 60)
      expect(next!.id).to.equal(dead!.id)
      expect(next!.attempts).to.equal(2)
      expect(await claimMails(parley.db, 1, 60)).to.deep.equal([])
    })

    it('are deleted with the chat', async () => {
      const { id } = await makeChat()
      await answer(id, 'Hello.')
      await client.send('DELETE', `${SESSIONS}/${id}`)
      for (const table of ['mails', 'contacts'])
        expect(await parley.db(table).where({ thread_id: id }), table).to.deep.equal([])
    })

    it('are deleted after a day, for instance if there is no mail server', async () => {
      const { id } = await makeChat()
      await answer(id, 'Hello.')
      expect(await deleteOldMails(parley.db)).to.equal(0)
      await parley.db('mails').update({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      expect(await deleteOldMails(parley.db)).to.equal(1)
    })

    it('are in the language of the chat, or else in English', () => {
      const of = {
        organization: 'Shop',
        page_origin: null,
        said: [{ seq: 1, content: 'Hi', author_name: 'Anna' }],
      }
      const wordsIn = (locale: string | null) => answerWords({ ...of, locale })
      for (const locale of [null, 'en', 'xx', 'den'])
        expect(wordsIn(locale).subject).to.equal('Answer from Shop')
      expect(wordsIn('DE').subject).to.equal('Antwort von Shop')
      expect(wordsIn('pl-PL').subject).to.equal('Odpowiedź od Shop')
      // The direction of the mail does not reverse that of its quotations, nor the other way round.
      expect(wordsIn('ar-EG').html)
        .to.contain('<div lang="ar" dir="rtl"><p>')
        .and.contain('<blockquote>Anna:<div dir="auto">Hi</div></blockquote>')
      expect(wordsIn('pl').html).to.contain('<div lang="pl" dir="ltr"><p>')
    })
  })

  describe('about handoffs', () => {
    it('go to owners and subscribers, once, after a minute, without the note', async () => {
      const owner = await makeUser(parley, client, 'owner')
      const quiet = await makeUser(parley, client, 'owner')
      const keen = await makeUser(parley, client, 'viewer')
      const editor = await makeUser(parley, client, 'editor')
      const foreign = await makeUser(parley, await parley.another('Another one'), 'owner')
      const settings = '/api/v1/account/notifications'
      for (const [user, before, mail_handoffs] of [
        [quiet, true, false],
        [keen, false, true],
      ] as const) {
        const { headers } = await signedInAs(parley, user)
        const read = await request(client.address, 'GET', settings, headers)
        expect(read.body.data).to.include({ mail_handoffs: before })
        const changed = await request(client.address, 'PATCH', settings, headers, { mail_handoffs })
        expect(changed.body.data).to.include({ mail_handoffs })
      }
      const { id } = await client.makeSession()
      await client.post(`${SESSIONS}/${id}/handoff`, { note: 'She wants a refund.' })
      expect(await mailWaitingHandoffs(parley.db, 60_000)).to.equal(0)
      await parley
        .db('handoffs')
        .where({ thread_id: id })
        .update({ waiting_since: new Date(Date.now() - 61_000) })
      await mailWaitingHandoffs(parley.db, 60_000)
      expect(await mailWaitingHandoffs(parley.db, 60_000)).to.equal(0)
      await mailed()
      const addresses = server.mails.flatMap(({ recipients }) => recipients)
      expect(addresses).to.include.members([owner.email, keen.email])
      for (const { email } of [quiet, editor, foreign]) expect(addresses).not.to.include(email)
      expect(server.mails[0]!.text).to.contain(`https://chat.example.com/dashboard/inbox/${id}`)
      expect(server.mails[0]!.text).not.to.contain('refund')
    })

    it('are one for all customers who wait, with their names and words, in the language of the reader', async () => {
      const { headers, user } = await signedInAs(parley, await makeUser(parley, client, 'owner'))
      await parley.db('dashboard_sessions').update({ last_seen_at: new Date(Date.now() - 90_000) })
      const inGerman = { ...headers, 'Accept-Language': 'de-CH' }
      await request(client.address, 'GET', '/api/v1/account/notifications', inGerman)
      const context = { user_reference: 'zoe-7', traits: { name: 'Zoë\nMiller' } }
      await client.post('/api/v1/contexts', context)
      const agent_id = (await client.makeAgent()).id
      const known = await client.post(CONVERSATIONS, { agent_id, customer_id: 'zoe-7' })
      const unknown = await client.makeSession()
      const paths = [
        [`${CONVERSATIONS}/${known.body.data.id}`, 'Where <b>is</b> my parcel?'],
        [`${SESSIONS}/${unknown.id}`, 'x'.repeat(2_000)],
      ] as const
      for (const [path, content] of paths) {
        await client.post(`${path}/handoff`, {})
        await client.post(`${path}/messages`, { content })
      }
      const mailedToUser = async () =>
        (await mailed()).filter(({ recipients }) => recipients.includes(user.email))
      await mailWaitingHandoffs(parley.db, 0)
      const [mail, ...others] = await mailedToUser()
      expect(others).to.deep.equal([])
      expect(mail!.subject).to.equal('2 Kunden warten auf einen Menschen')
      for (const said of ['Where <b>is</b> my parcel?', `${'x'.repeat(300)}…`, known.body.data.id])
        expect(mail!.text).to.contain(said)
      expect(mail!.text).to.contain('Konto').and.not.to.contain('Account')
      expect(mail!.html).to.contain('Where &lt;b&gt;is')
      await client.post(`${SESSIONS}/${unknown.id}/return`, {})
      await parley
        .db('handoffs')
        .where({ thread_id: known.body.data.id })
        .update({ notified_at: null })
      await mailWaitingHandoffs(parley.db, 0)
      expect(await mailedToUser(), 'gathered for some minutes').to.deep.equal([])
      await letTimePass()
      const [next] = await mailedToUser()
      expect(next!.subject).to.equal('Zoë Miller wartet auf einen Menschen')
      expect(await parley.db('mails')).to.deep.equal([])
    })

    it('are sent for an answered but unassigned handoff once its customer was notified that nobody answers', async () => {
      await makeUser(parley, client, 'owner')
      const { id } = await client.makeSession()
      await client.post(`${SESSIONS}/${id}/handoff`, {})
      await mailWaitingHandoffs(parley.db, 0)
      await answer(id, 'One moment.')
      expect(await mailed(), 'somebody has answered meanwhile').to.deep.equal([])
      expect(await mailWaitingHandoffs(parley.db, 0)).to.equal(0)
      await client.post(`${SESSIONS}/${id}/messages`, { content: 'Is anybody there?' })
      expect(await mailWaitingHandoffs(parley.db, 0), 'not too late yet').to.equal(0)
      await parley
        .db('handoffs')
        .where({ thread_id: id })
        .update({ unanswered_at: parley.db.fn.now() })
      expect(await mailWaitingHandoffs(parley.db, 0)).to.be.above(0)
      expect(await mailWaitingHandoffs(parley.db, 0)).to.equal(0)
      expect((await mailed())[0]!.text).to.contain(`/inbox/${id}`)
    })

    it('are not sent for a handoff that a person has taken', async () => {
      const owner = await makeUser(parley, client, 'owner')
      const { id } = await client.makeSession()
      await client.post(`${SESSIONS}/${id}/handoff`, {})
      expect(await mailWaitingHandoffs(parley.db, 0)).to.be.above(0)
      await client.post(`${SESSIONS}/${id}/assign`, { user_id: owner.id })
      expect(await mailed()).to.deep.equal([])
      expect(await parley.db('mails')).to.deep.equal([])
    })

    it('are not sent for a chat that a person took over', async () => {
      const owner = await signedInAs(parley, await makeUser(parley, client, 'owner'))
      const { id } = await client.makeSession()
      await request(client.address, 'POST', `${SESSIONS}/${id}/handoff`, owner.headers, {})
      expect(await mailWaitingHandoffs(parley.db, 0)).to.equal(0)
    })
  })

  describe('and their address:', () => {
    it('it is stored sealed, shown to people only, and replaceable', async () => {
      const { id, token } = await makeChat()
      const [row] = await parley.db('contacts').where({ thread_id: id })
      expect(JSON.stringify(row)).not.to.contain('example')
      const path = `${SESSIONS}/${id}/contact`
      expect((await client.get(path)).body.data).to.include({ object: 'contact', email: ADDRESS })
      expect((await request(client.address, 'GET', path, bearer(token))).status).to.equal(403)
      await putContact(token, id, 'other@example.com')
      expect((await client.get(path)).body.data.email).to.equal('other@example.com')
      expect((await putContact(await mintToken(client), id)).status).to.equal(404)
    })

    const refused = [
      'zoe',
      'zoe@',
      '@example.com',
      'zoe@example.com\r\nBcc: boss@example.com',
      'zoe@example.com\nSubject: x',
      'zoe@example.com, boss@example.com',
      'Zoe <zoe@example.com>',
      'zoe@example.com>',
      '"zoe"@example.com',
      'zoe @example.com',
      'zoe@exam ple.com',
      'zoe@example.com\u2028x',
      'zoe@example.com\t',
      'a@b@c',
      `${'a'.repeat(65)}@example.com`,
    ]
    for (const email of refused)
      it(`it must be valid: not ${JSON.stringify(email).slice(0, 60)}`, async () => {
        const { id } = await client.makeSession()
        const body = JSON.stringify({ email })
        const headers = { 'Content-Type': 'application/json' }
        const { status } = await client.send('PUT', `${SESSIONS}/${id}/contact`, body, headers)
        expect(status).to.equal(422)
      })

    it('the name of an organization cannot put lines into the header of a mail', async () => {
      await parley.db('organizations').where({ id: client.organizationId }).update({
        name: 'Shop\r\nBcc: boss@example.com',
      })
      const { id } = await makeChat()
      await answer(id, 'Hello.')
      await letTimePass()
      const [mail] = await mailed()
      expect(mail!.recipients).to.deep.equal([ADDRESS])
      expect(mail!.headers.map(({ key }) => key)).not.to.include('bcc')
    })
  })
})
