import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Redis } from 'ioredis'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { connectRedis, producerOptions } from '../../../shared/lib/queue/redis.ts'
import { eventually } from '../../support/http/client.ts'
import { freePort, hasRedis } from '../../support/servers/servers.ts'

const canMakeCertificates = spawnSync('openssl', ['version']).status === 0
const suite = hasRedis && canMakeCertificates ? describe : describe.skip

/** As at providers with their own certificates. */
suite('a Redis with TLS and an unknown certificate', () => {
  let folder: string
  let server: ChildProcess
  let url: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-redis-tls-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', '/CN=redis.test', '-days', '2']
    const made = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-keyout',
      key,
      '-out',
      certificate,
    ]
    execFileSync('openssl', ['req', '-x509', '-nodes', ...made, ...subject], { stdio: 'ignore' })
    const port = await freePort()
    const tls = ['--tls-port', port, '--tls-cert-file', certificate, '--tls-key-file', key]
    const args = [
      '--port',
      0,
      ...tls,
      '--tls-auth-clients',
      'no',
      '--bind',
      '127.0.0.1',
      '--save',
      '',
    ]
    server = spawn('redis-server', args.map(String), { stdio: 'ignore', cwd: folder })
    url = `rediss://127.0.0.1:${port}`
  })
  after(async () => {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  function connectWith(settings: Record<string, string>) {
    const { REDIS_URL } = loadConfig({ DATABASE_URL: 'postgresql://localhost/none', ...settings })
    const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
    return connectRedis(REDIS_URL!, producerOptions, log)
  }

  it('is reached with REDIS_TLS_VERIFY=false or sslmode=no-verify, and not without', async () => {
    const connections = [
      connectWith({ REDIS_URL: url, REDIS_TLS_VERIFY: 'false' }),
      connectWith({ REDIS_URL: `${url}/0?sslmode=no-verify` }),
      connectWith({ REDIS_URL: url }),
    ] as const
    const [byOption, inAddress, strict] = connections
    const answers = (redis: Redis) => redis.ping().catch(() => false as const)
    let refusal = ''
    strict.on('error', ({ message }) => (refusal = message))
    try {
      expect(await eventually(() => answers(byOption))).to.equal('PONG')
      expect(await eventually(() => answers(inAddress))).to.equal('PONG')
      await eventually(async () => /certificate/.test(refusal))
      expect(await answers(strict)).to.equal(false)
    } finally {
      for (const connection of connections) connection.disconnect()
    }
  })
})
