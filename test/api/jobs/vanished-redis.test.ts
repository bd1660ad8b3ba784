import { expect } from 'chai'
import { Redis } from 'ioredis'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import {
  makeNotificationReceiver,
  makeNotificationSender,
  type NotificationReceiver,
  type NotificationSender,
} from '../../../shared/lib/queue/notifications.ts'
import { makeWakeUps, type WakeUps } from '../../../shared/lib/queue/queue.ts'
import { eventually } from '../../support/http/client.ts'
import { makeProxy, type TcpProxy } from '../../support/servers/proxy.ts'
import { emptyRedis, hasRedis } from '../../support/servers/servers.ts'

const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })

;(hasRedis ? describe : describe.skip)('a Redis that vanished silently and was replaced', () => {
  let proxy: TcpProxy
  let direct: Redis
  let config: { REDIS_URL: string; DATABASE_URL: string; times: ReturnType<typeof timesAt> }
  before(async () => {
    const url = await emptyRedis()
    direct = new Redis(url)
    proxy = await makeProxy(url)
    await proxy.open()
    config = { REDIS_URL: proxy.url, DATABASE_URL: '', times: timesAt(0.05) }
  })
  after(async () => {
    direct.disconnect()
    await proxy.close()
  })

  it('is noticed by a connection that only listens, which then hears again', async () => {
    const receiver: NotificationReceiver = await makeNotificationReceiver(config, log)
    const heard: string[] = []
    try {
      await receiver.listen('a-b', (signal) => heard.push(signal))
      await direct.publish('parley_ab', 'before')
      await eventually(async () => heard.length === 1)
      proxy.strand()
      await eventually(async () => {
        await direct.publish('parley_ab', 'after')
        return heard.includes('after')
      }, 30)
    } finally {
      await receiver.close()
    }
  })

  it('is noticed by connections that send and wake, which then work again @long', async () => {
    const sender: NotificationSender = makeNotificationSender(config, async () => undefined, log)
    const wakeUps: WakeUps = makeWakeUps(config, ['reply'], async () => undefined, log)
    const hearer = direct.duplicate()
    const heard: string[] = []
    hearer.on('message', (_, signal) => heard.push(signal))
    try {
      await hearer.subscribe('parley_cd')
      await eventually(async () => {
        await sender.send('c-d', 'before')
        return heard.length > 0 && (await wakeUps.isReachable())
      }, 30)
      proxy.strand()
      expect(await wakeUps.isReachable()).to.equal(false)
      expect(wakeUps.wasReachable()).to.equal(false)
      await eventually(() => wakeUps.isReachable(), 30)
      expect(wakeUps.wasReachable()).to.equal(true)
      await eventually(async () => {
        await sender.send('c-d', 'after')
        return heard.includes('after')
      }, 30)
    } finally {
      hearer.disconnect()
      await Promise.all([sender.close(), wakeUps.close()])
    }
  })
})
