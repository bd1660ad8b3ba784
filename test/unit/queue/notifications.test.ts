import { expect } from 'chai'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeNotificationSender } from '../../../shared/lib/queue/notifications.ts'

describe('a notification through PostgreSQL', () => {
  const sent: string[] = []
  const log = makeLog('test', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' })
  const sender = makeNotificationSender(
    { times: TIMES },
    async (_, payload) => sent.push(payload),
    log,
  )
  after(() => sender.close())
  beforeEach(() => sent.splice(0))

  it('carries its text up to the 7,999 bytes that NOTIFY takes', async () => {
    const signal = 'ä'.repeat(3_999)
    await sender.send('waiter', signal, 'id')
    expect(sent).to.deep.equal([signal])
  })

  it('carries the id instead of a longer text', async () => {
    await sender.send('waiter', 'ä'.repeat(4_000), 'id')
    expect(sent).to.deep.equal(['id'])
  })
})
