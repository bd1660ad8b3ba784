import { expect } from 'chai'
import { loadConfig } from '../../shared/lib/config/config.ts'
import { makeLog } from '../../shared/lib/observability/log.ts'
import { makeMailer } from '../../shared/mail/mailer.ts'

describe('mails without a waiting request', () => {
  it('are at most 10 of an organization at a time, and others are still sent', async () => {
    const config = loadConfig({ DATABASE_URL: 'postgres://db/test', LOG_LEVEL: 'silent' })
    const mailer = makeMailer(config, makeLog('test', config))
    const begun: string[] = []
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const ask = (of: string) =>
      mailer.inBackground(of, () => {
        begun.push(of)
        return ended
      })
    for (let nth = 0; nth < 60; nth++) ask('flooded')
    for (let nth = 0; nth < 3; nth++) ask('quiet')
    expect(begun.filter((of) => of === 'flooded')).to.have.length(10)
    expect(begun.filter((of) => of === 'quiet')).to.have.length(3)
    end()
    await mailer.close()
    // Ended mails count no more.
    begun.length = 0
    for (let nth = 0; nth < 12; nth++) ask('flooded')
    expect(begun).to.have.length(10)
    await mailer.close()
  })
})
