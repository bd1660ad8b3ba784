import { expect } from 'chai'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { type MailServer, startMailServer } from '../../support/people/smtp.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { answering, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

describe('an endpoint that Parley disables', () => {
  let parley: Parley
  let owner: SignedIn
  let mail: MailServer
  let receiver: Receiver
  before(async () => {
    mail = await startMailServer()
    receiver = await startReceiver(answering(410))
    const settings = { SMTP_URL: mail.url, EGRESS_ALLOWED_HOSTS: receiver.host, TIME_SCALE: '0.1' }
    parley = await startParley({ settings })
    owner = await signedIn(parley, parley.client, 'owner')
    await signedIn(parley, parley.client, 'editor')
  })
  after(async () => {
    await parley.stop()
    await receiver.close()
    await mail.close()
  })

  const ask = async (method: string, path: string, body?: object) =>
    (await request(parley.client.address, method, path, owner.headers, body)).body.data

  it('is announced to its owners alone, by mail and in the audit log, by the host of its address only', async () => {
    const url = `${receiver.url}?token=planted`
    const fields = { url, events: ['budget.reached'], description: 'Warehouse' }
    const { id } = await ask('POST', '/api/v1/webhook-endpoints', fields)
    const delivery = await ask('POST', `/api/v1/webhook-endpoints/${id}/test`)
    expect(delivery).to.include({ status: 'failed', attempts: 1, last_status: 410 })

    const [notice] = await mail.untilMailed(owner.user.email)
    expect(mail.mails).to.have.length(1)
    expect(notice!.subject).to.equal(`Webhooks to ${receiver.host} are switched off`)
    for (const part of ['Warehouse', '410', `https://chat.example.com/dashboard/webhooks/${id}`])
      expect(notice!.text).to.contain(part)
    expect(notice!.text).not.to.contain('planted')

    const endpoint = await ask('GET', `/api/v1/webhook-endpoints/${id}`)
    expect(endpoint).to.include({ is_active: false, disabled_reason: 'gone' })
    const noted = await eventually(async () => {
      const query = `target_id=${id}&action=webhook_endpoint.disabled`
      const [one] = await ask('GET', `/api/v1/audit-events?${query}`)
      return one
    })
    expect(noted).to.include({ actor: 'Parley', target_label: receiver.host })
    expect(noted.changes).to.deep.equal({ disabled_reason: { before: null, after: 'gone' } })
  })
})
