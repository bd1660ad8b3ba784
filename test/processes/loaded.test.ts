import { expect } from 'chai'
import { killAll, run } from '../support/product/processes.ts'
import { emptyRedis, hasRedis, makeDatabase } from '../support/servers/servers.ts'

const OF_API = ['koa', '@koa/router', 'jsonwebtoken', '@fastify/busboy', 'openid-client']
const OF_WORKERS = ['@orama/stemmers', 'stopword', 'robots-parser', 'tough-cookie', 'n2words']
/** Packages that no process needs before somebody asks for what they do. */
const ON_DEMAND =
  /^(@?langchain|langsmith|openai|@anthropic-ai|ollama|@aws-sdk|@smithy|google-auth-library|zod|js-tiktoken|@huggingface|@opentelemetry|prom-client|nodemailer|pino-pretty|openid-client|@modelcontextprotocol|@simplewebauthn|@zxcvbn-ts|eld|undici|unpdf|pdfjs-dist|tesseract.js-core|mammoth|jschardet|linkedom|htmlparser2|postal-mime)(\/|$)/

/** Starts each process of the Procfile, and lists the packages of which it has loaded a file. */
describe('a process that has started', () => {
  const packages = new Map<string, string[]>()
  let drop: () => Promise<void>

  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    const env = {
      DATABASE_URL: database.url,
      ...(hasRedis ? { REDIS_URL: await emptyRedis() } : {}),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      LLM_MODEL: 'openai:some-model',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    }
    const programs = {
      web: ['dist/api/main.js'],
      worker: ['dist/workers/main.js', 'reply'],
      'worker-index': ['dist/workers/main.js', 'index'],
      'worker-deliver': ['dist/workers/main.js', 'deliver'],
    }
    await Promise.all(
      Object.entries(programs).map(async ([name, program]) => {
        const args = ['--import', './test/support/product/listScripts.js', ...program]
        const started = run('node', args, env)
        await started.printed(/"msg":"(listening|working)"/)
        started.signal('SIGUSR2')
        const [, scripts] = await started.printed(/^\{"scripts":(.*)\}$/m)
        packages.set(name, packagesOf(JSON.parse(scripts!)))
        await started.stop()
      }),
    )
  })
  after(async () => {
    await killAll()
    await drop()
  })

  it('has loaded its own packages', () => {
    expect(packages.get('web')).to.include.members(['koa', 'pg', 'pino'])
    for (const name of ['worker', 'worker-index', 'worker-deliver'])
      expect(packages.get(name), name).to.include.members(['bullmq', 'pg', 'pino'])
  })

  it('has loaded no package that only some requests, jobs or settings need', () => {
    for (const [name, loaded] of packages) {
      const found = loaded.filter((each) => ON_DEMAND.test(each))
      expect(found, name).to.deep.equal([])
    }
  })

  it('has loaded nothing of the other processes', () => {
    expect(packages.get('web')!.filter((each) => OF_WORKERS.includes(each))).to.deep.equal([])
    for (const name of ['worker', 'worker-index', 'worker-deliver'])
      expect(
        packages.get(name)!.filter((each) => OF_API.includes(each)),
        name,
      ).to.deep.equal([])
    for (const name of ['worker', 'worker-deliver'])
      expect(packages.get(name), name).to.not.include.oneOf(['robots-parser', 'tough-cookie'])
  })
})

/** Returns the names of the packages with a script among these addresses, sorted. */
function packagesOf(scripts: readonly string[]): string[] {
  const names = scripts.flatMap((script) => {
    const [, path] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//s.exec(script) ?? []
    return path ? [path] : []
  })
  return [...new Set(names)].sort()
}
