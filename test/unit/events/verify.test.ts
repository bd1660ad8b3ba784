import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import OpenAI from 'openai'
import { Webhook } from 'standardwebhooks'
import { verify, WebhookError } from '../../../client/index.ts'
import { newWebhookSecret, signatures } from '../../../shared/lib/signatures.ts'

const ID = '019a0000-0000-7000-8000-000000000000'
const BODY = JSON.stringify({
  id: ID,
  type: 'message.completed',
  data: { content: 'Grüße, 世界 😀' },
})
const NOW = 1_900_000_000
const openai = new OpenAI({ apiKey: 'unused' })

/** Signs a request like a worker. */
const sign = (secrets: string[], timestamp = NOW, body = BODY) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatures(secrets, { id: ID, timestamp, body }),
})

const now = NOW * 1000

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'accepted',
    (error) => error,
  )
  return error instanceof WebhookError ? error.code : String(error)
}

describe('a webhook', () => {
  it('is verified by the client, and by two independent packages', async () => {
    const secret = newWebhookSecret()
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = sign([secret], timestamp)
    expect(await verify(secret, headers, BODY)).to.deep.equal(JSON.parse(BODY))
    expect(new Webhook(secret).verify(BODY, headers)).to.deep.equal(JSON.parse(BODY))
    expect(await openai.webhooks.unwrap(BODY, headers, secret)).to.deep.equal(JSON.parse(BODY))
  })

  it('is verified by all three with either secret during a rotation', async () => {
    const [before, after, third] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
    const headers = sign([after, before], Math.floor(Date.now() / 1000))
    for (const secret of [before, after]) {
      expect(await verify(secret, headers, BODY)).to.have.property('id', ID)
      expect(new Webhook(secret).verify(BODY, headers)).to.have.property('id', ID)
      expect(await openai.webhooks.unwrap(BODY, headers, secret)).to.have.property('id', ID)
    }
    expect(await verify([third, before], headers, BODY)).to.have.property('id', ID)
    expect(await refusal(verify(third, headers, BODY))).to.equal('wrong_signature')
    expect(() => new Webhook(third).verify(BODY, headers)).to.throw()
  })

  it('of another sender that follows the standard is verified as well', async () => {
    for (const bytes of [24, 32, 64]) {
      const secret = `whsec_${randomBytes(bytes).toString('base64')}`
      const signature = new Webhook(secret).sign(ID, new Date(now), BODY)
      const headers = { ...sign([secret]), 'webhook-signature': signature }
      expect(await verify(secret, headers, BODY, { now })).to.have.property('id', ID)
    }
  })

  it('can be verified with the headers of a Request or of Node, and with a body of text or bytes', async () => {
    const secret = newWebhookSecret()
    const headers = sign([secret])
    for (const given of [headers, new Headers(headers)])
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
        expect(await verify(secret, given, body, { now })).to.deep.equal(JSON.parse(BODY))
  })

  it('is refused with another body, id or time than were signed', async () => {
    const secret = newWebhookSecret()
    const headers = sign([secret])
    const tried = [
      verify(secret, headers, `${BODY} `, { now }),
      verify(secret, { ...headers, 'webhook-id': ID.replace('7', '8') }, BODY, { now }),
      verify(secret, { ...headers, 'webhook-timestamp': String(NOW + 1) }, BODY, { now }),
      verify(secret, { ...headers, 'webhook-signature': 'v1,' }, BODY, { now }),
      verify(secret, { ...headers, 'webhook-signature': 'v1,%%% v2,abc v1a,abc' }, BODY, { now }),
      verify(
        secret,
        { ...headers, 'webhook-signature': headers['webhook-signature'].slice(3) },
        BODY,
        {
          now,
        },
      ),
    ]
    expect(await Promise.all(tried.map(refusal))).to.deep.equal(tried.map(() => 'wrong_signature'))
  })

  it("is refused if it is too old or too new for the receiver's tolerance", async () => {
    const secret = newWebhookSecret()
    const at = (seconds: number, options = {}) =>
      refusal(verify(secret, sign([secret], NOW + seconds), BODY, { now, ...options }))
    expect(await at(-300)).to.equal('accepted')
    expect(await at(-301)).to.equal('too_old')
    expect(await at(300)).to.equal('accepted')
    expect(await at(301)).to.equal('too_new')
    expect(await at(-3600, { toleranceSeconds: 3600 })).to.equal('accepted')
    expect(await at(-2, { toleranceSeconds: 1 })).to.equal('too_old')
  })

  it('is refused without its headers', async () => {
    const secret = newWebhookSecret()
    const headers = sign([secret])
    for (const name of Object.keys(headers))
      for (const value of [undefined, ''])
        expect(
          await refusal(verify(secret, { ...headers, [name]: value }, BODY, { now })),
        ).to.equal('malformed_headers')
    for (const time of ['soon', '1e9', '-1', '19000000000000000'])
      expect(
        await refusal(verify(secret, { ...headers, 'webhook-timestamp': time }, BODY, { now })),
      ).to.equal('malformed_headers')
  })

  it('needs a valid secret, so that a mistake does not look like an attack', async () => {
    for (const secret of ['', 'whsec_', 'sk_abc', 'whsec_%%%'])
      expect(await refusal(verify(secret, sign([newWebhookSecret()]), BODY, { now }))).to.contain(
        'whsec_',
      )
  })
})
