import { expect } from 'chai'
import { withoutSecrets } from '../../../cli/doctor/finding.ts'
import { readRedisAddress, withoutVerification } from '../../../shared/lib/config/redisAddress.ts'

describe('the address of Redis', () => {
  it('is that of one server', () => {
    expect(readRedisAddress('redis://localhost')).to.deep.equal({
      host: 'localhost',
      port: 6379,
      db: 0,
    })
    expect(readRedisAddress('rediss://me:a%2Fb@[::1]:7000/3')).to.deep.equal({
      host: '::1',
      port: 7000,
      db: 3,
      username: 'me',
      password: 'a/b',
      tls: {},
    })
    expect(readRedisAddress('rediss://h?sslmode=no-verify')?.tls).to.deep.equal({
      rejectUnauthorized: false,
    })
    expect(readRedisAddress('redis://h?family=0')?.family).to.equal(0)
  })

  it('is that of Sentinels, each of which knows the master by its name', () => {
    const address =
      'redis-sentinel://me:a%2Fb@one:5000,two,[::1]:26380/2?sentinel_password=theirs#my%20master'
    expect(readRedisAddress(address)).to.deep.equal({
      name: 'my master',
      db: 2,
      username: 'me',
      password: 'a/b',
      sentinelPassword: 'theirs',
      sentinels: [
        { host: 'one', port: 5000 },
        { host: 'two', port: 26379 },
        { host: '::1', port: 26380 },
      ],
    })
    const encrypted = readRedisAddress(withoutVerification('rediss-sentinel://one#m'))
    const tls = { rejectUnauthorized: false }
    expect(encrypted).to.deep.include({
      name: 'm',
      tls,
      sentinelTLS: tls,
      enableTLSForSentinelMode: true,
    })
  })

  for (const wrong of [
    'localhost:6379',
    'http://localhost',
    'redis://a b:6379',
    'redis://h/first',
    'redis://:100%@h',
    'redis-sentinel://one,two/0',
    'redis-sentinel://one,tw o#m',
    'redis-sentinel://#m',
  ])
    it(`is refused: ${wrong}`, () => expect(readRedisAddress(wrong)).to.equal(undefined))

  it('is shown without passwords', () => {
    expect(
      withoutSecrets('redis-sentinel://me:secret@one,two:1/2?sentinel_password=theirs#m'),
    ).to.equal('master m of the Sentinels one:26379, two:1')
    expect(withoutSecrets('redis://me:secret@one:1/2?x=secret')).to.equal('redis://one:1/2')
  })
})
