import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { identityHeaders } from '../../../shared/tools/identity.ts'
import { headersOf } from '../../../shared/tools/requestHeaders.ts'
import { signedText } from '../../../shared/tools/signing.ts'
import { requestOf } from '../../../shared/tools/templates.ts'
import { callOf } from '../../support/data/tools.ts'

/** A call of order 4711. */
const plannedCall = (fields: Parameters<typeof callOf>[0] = {}, facts = {}) =>
  callOf(fields, { order_id: '4711', amount: 12.5 }, facts)

/** Makes the signed text as a receiver does: of nothing but the request that it got. */
const receivedText = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): string =>
  [
    `${method} ${path}`,
    ...Object.keys(headers)
      .filter((name) => name.startsWith('parley-'))
      .sort()
      .map((name) => `${name}:${headers[name]}`),
    '',
    body,
  ].join('\n')

describe('the headers of a tool call', () => {
  it('say for whom it is made, in ASCII', () => {
    const { facts } = plannedCall({}, { customer_id: 'Zoë / 世界\r\nx: y', is_test: true })
    expect(identityHeaders(facts)).to.deep.equal({
      'parley-organization': facts.organization_id,
      'parley-agent': facts.agent_id,
      'parley-thread': facts.thread_id,
      'parley-customer': 'Zo%C3%AB%20%2F%20%E4%B8%96%E7%95%8C%0D%0Ax%3A%20y',
      'parley-verified': 'true',
      'parley-call': facts.call_id,
      'parley-test': 'true',
    })
    expect(identityHeaders({ ...facts, customer_id: null })).not.to.have.property('parley-customer')
  })

  it('are signed with the request, so that an independent package verifies it', () => {
    const secret = newWebhookSecret()
    const call = plannedCall({
      url_template: 'https://shop.example.com/orders/{order_id}/refunds?note={amount}%20%E2%82%AC',
    })
    const request = requestOf(call)
    const sent = headersOf(call, request, { signing: secret }, new Date())
    const { pathname, search } = new URL(request.url)
    const verify = (text: string) =>
      new Webhook(secret).verify(text, sent, { jsonParse: false } as object)
    const path = `${pathname}${search}`
    verify(receivedText('POST', path, sent, request.body!))
    const changed = [
      receivedText('PUT', path, sent, request.body!),
      receivedText('POST', `${path}1`, sent, request.body!),
      receivedText('POST', path, { ...sent, 'parley-customer': 'eve' }, request.body!),
      receivedText('POST', path, { ...sent, 'parley-verified': 'false' }, request.body!),
      receivedText('POST', path, { ...sent, 'parley-more': 'x' }, request.body!),
      receivedText('POST', path, sent, '{"amount":1000}'),
    ]
    for (const text of changed) expect(() => verify(text), text).to.throw('No matching signature')
  })

  it('sign the text that the docs show', () => {
    const { facts } = plannedCall()
    const text = signedText(
      { method: 'POST', url: 'https://shop.example.com/refunds?dry=1', body: '{"order":"4711"}' },
      identityHeaders(facts),
    )
    expect(text).to.equal(
      `POST /refunds?dry=1
parley-agent:${facts.agent_id}
parley-call:${facts.call_id}
parley-customer:customer%2F7
parley-organization:${facts.organization_id}
parley-test:false
parley-thread:${facts.thread_id}
parley-verified:true

{"order":"4711"}`,
    )
  })

  it('have the credentials and the key, of which none can take the place of ours', () => {
    const call = plannedCall({
      auth_header: 'Authorization',
      idempotency_header: 'Idempotency-Key',
    })
    const headers = headersOf(call, requestOf(call), { auth: 'Bearer abc' }, new Date())
    expect(headers).to.include({
      authorization: 'Bearer abc',
      'idempotency-key': call.facts.call_id,
      'content-type': 'application/json',
    })
    expect(headers).not.to.have.property('webhook-signature')
    const forged = plannedCall({ auth_header: 'Parley-Verified' }, { is_verified: false })
    expect(headersOf(forged, requestOf(forged), { auth: 'true' }, new Date())).to.include({
      'parley-verified': 'false',
    })
  })

  it('have no type for a request without a body', () => {
    const call = plannedCall({ method: 'GET', body_template: null })
    expect(headersOf(call, requestOf(call), {}, new Date())).not.to.have.property('content-type')
  })
})
