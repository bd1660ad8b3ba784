import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { accessOf, splitModel } from '../../shared/lib/catalog/catalog.ts'
import { type Environment, loadConfig, SETTING_NAMES } from '../../shared/lib/config/config.ts'
import { settings } from '../../shared/lib/config/settings.ts'

const run = promisify(execFile)
const read = (file: string) => readFileSync(file, 'utf8')
const GUIDES = readdirSync('docs/guide').map((name) => join('docs/guide', name))

describe('the code in the guides', () => {
  const sources = [...GUIDES, 'docs/widget.md', 'client/README.md'].flatMap((file) =>
    [...read(file).matchAll(/^```(tsx?)\n([\s\S]*?)^```/gm)].map(([, kind, code], at) => {
      const name = `${file.replaceAll('/', '-')}-${at}.${kind}`
      return { name, code: code! }
    }),
  )
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-guides-'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    for (const { name, code } of sources) writeFileSync(join(folder, name), code)
    const compilerOptions = {
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: ['node', 'react'],
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      // Resolves the client to its sources, so that it need not be built.
      paths: {
        'parley-client': [resolve('client/index.ts')],
        'parley-client/react': [resolve('client/react.ts')],
      },
      allowImportingTsExtensions: true,
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
    )
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('compiles with the client and React', async () => {
    expect(sources.map(({ name }) => name)).to.include.members([
      'docs-guide-embed.md-0.tsx',
      'docs-guide-embed.md-1.tsx',
      'docs-guide-server.md-0.ts',
    ])
    const { stdout } = await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error) => error,
    )
    expect(stdout).to.equal('')
  })
})

describe('the settings in the guides', () => {
  const guide = read('docs/guide/models.md')
  const load = (env: Environment) => loadConfig({ DATABASE_URL: 'postgres://db', ...env })
  /** Returns the host of a model's provider with these settings. */
  const hostOf = (env: Environment, name: 'LLM_MODEL' | 'EMBEDDING_MODEL' = 'LLM_MODEL') => {
    const config = load(env)
    const { provider } = splitModel(config[name] as string)
    return {
      provider: provider?.name,
      address: provider?.list?.(accessOf(provider, config))?.address,
    }
  }

  it('start with the provider that each line names', () => {
    const lines = [...`${guide}\n${read('README.md')}`.matchAll(/((?:[A-Z_]+=\S+ )+)npm start/g)]
    const started = lines.map(([, given]) => {
      const env = Object.fromEntries(
        given!
          .trim()
          .split(' ')
          .map((pair) => pair.split('=') as [string, string]),
      )
      return hostOf(env)
    })
    expect(started).to.deep.equal([
      { provider: 'openai', address: 'https://api.openai.com/v1/models' },
      { provider: 'ollama', address: 'http://127.0.0.1:11434/api/tags' },
      { provider: 'openai', address: 'https://api.openai.com/v1/models' },
    ])
  })

  it('in the table start the provider of the row, and its keys are needed', () => {
    const rows = [...guide.matchAll(/^\| `(\w+):(\S+)` \| (.*?) \| (.*?) \|$/gm)]
    const found = rows.map(([, name, model, needed, purpose]) => {
      const names = [...needed!.matchAll(/`([A-Z_]+)`/g)].map(([, setting]) => setting!)
      const value = (setting: string) =>
        setting.endsWith('_URL')
          ? 'http://own.example/v1'
          : setting.endsWith('_REGION')
            ? 'eu-west-1'
            : 'a-key'
      const LLM_MODEL = `${name}:${model === '…' ? 'm' : model}`
      const { provider, address } = hostOf({
        LLM_MODEL,
        ...Object.fromEntries(names.map((setting) => [setting, value(setting)])),
      })
      expect(provider).to.equal(name)
      if (names.some((setting) => setting.endsWith('_KEY')))
        expect(() => load({ LLM_MODEL })).to.throw(names[0])
      return `${purpose!.split(/[,:]/)[0]}: ${address && new URL(address).host}`
    })
    expect(found).to.deep.equal([
      'trying out: undefined',
      'OpenAI: api.openai.com',
      'vLLM: own.example',
      'Anthropic: api.anthropic.com',
      'Google Gemini: generativelanguage.googleapis.com',
      'Azure OpenAI: own.example',
      'Amazon Bedrock: bedrock.eu-west-1.amazonaws.com',
      'Mistral: api.mistral.ai',
      'Groq: api.groq.com',
      'DeepSeek: api.deepseek.com',
      'xAI: api.x.ai',
      'OpenRouter: openrouter.ai',
      'Ollama: own.example',
    ])
  })

  it('make vectors by the models that the text names', () => {
    const text = guide.split('## Vectors')[1]!.split('\n## ')[0]!
    const models = [...text.matchAll(/`(?:EMBEDDING_MODEL=)?(\w+:[\w.-]+)`/g)].map(
      ([, model]) => model!,
    )
    expect(models).to.deep.equal([
      'openai:text-embedding-3-small',
      'ollama:bge-m3',
      'gemini:gemini-embedding-001',
      'mistral:mistral-embed',
    ])
    for (const EMBEDDING_MODEL of models) {
      const keys = { OPENAI_API_KEY: 'a-key', GEMINI_API_KEY: 'a-key', MISTRAL_API_KEY: 'a-key' }
      const env = { EMBEDDING_MODEL, ...keys, OLLAMA_BASE_URL: 'http://own.example' }
      expect(hostOf(env, 'EMBEDDING_MODEL').provider).to.equal(EMBEDDING_MODEL.split(':')[0])
    }
  })

  it('have the defaults that follow them in brackets', () => {
    const mentioned = GUIDES.flatMap((file) => [
      ...read(file).matchAll(/`([A-Z]+(?:_[A-Z]+)+)`(?: \((\d+)\))?/g),
    ])
    const named = mentioned.filter(([, name]) =>
      (SETTING_NAMES as readonly string[]).includes(name!),
    )
    const defaults = named.filter(([, , value]) => value)
    expect(defaults.length).to.be.above(1)
    for (const [, name, value] of defaults)
      expect(settings[name as 'PORT'].default, name).to.equal(Number(value))
  })
})
