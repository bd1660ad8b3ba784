import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect } from 'chai'
import {
  ConfigError,
  loadConfig,
  loadLocalConfig,
  misspeltSettings,
  SETTING_NAMES,
} from '../../../shared/lib/config/config.ts'
import type { Setting } from '../../../shared/lib/config/setting.ts'
import { SETTING_SECTIONS, settings } from '../../../shared/lib/config/settings.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'

const GOOD = { DATABASE_URL: 'postgresql://localhost/parley' }

function problemsOf(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('these settings were accepted')
}

describe('settings', () => {
  it('have defaults for all but the database', () => {
    expect(loadConfig(GOOD)).to.include({
      PORT: 3000,
      LLM_MODEL: 'builtin:extractive',
      REPLY_WAIT_SECONDS: 25,
    })
    expect(problemsOf({})).to.contain('DATABASE_URL is required')
    expect(loadLocalConfig({})).not.to.have.property('DATABASE_URL')
  })

  it('that are misspelt are named with the correct name', () => {
    const env = { LLM_MODLE: 'a', API_HOURLY_LIMITS: '1', PATH_INFO: 'x', HOST: 'h', PORTS: '1' }
    expect(misspeltSettings(env)).to.deep.equal([
      { given: 'LLM_MODLE', meant: 'LLM_MODEL' },
      { given: 'API_HOURLY_LIMITS', meant: 'API_HOURLY_LIMIT' },
    ])
    // Also beside the correct name, which an operator may believe to have replaced.
    expect(misspeltSettings({ LLM_MODLE: 'a', LLM_MODEL: 'b' })).to.have.length(1)
  })

  it('that are wrong are all named at once', () => {
    const problems = problemsOf({
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      REDIS_URL: 'http://x',
      LLM_PRICES: '[1',
      DATABASE_URL: 'mysql://x',
    })
    for (const name of ['PORT', 'LOG_LEVEL', 'REDIS_URL', 'LLM_PRICES', 'DATABASE_URL'])
      expect(problems).to.contain(`- ${name} `)
    expect(problems).to.contain('fatal, error, warn')
  })

  it('never appear in a message, which may be logged', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://user:hunter2@db/x' })).not.to.contain('hunter2')
  })

  it('that are addresses name what must be escaped in a password', () => {
    for (const sign of '#/?') {
      const password = `hunter${sign}2`
      const problems = problemsOf({
        DATABASE_URL: `postgresql://user:${password}@db/x`,
        REDIS_URL: `redis://:${password}@cache:6379`,
      })
      expect(problems)
        .to.contain('- DATABASE_URL is no address')
        .and.contain('- REDIS_URL is no address')
      expect(problems).to.contain('%23').and.not.contain('hunter')
    }
    const socket = { DATABASE_URL: 'postgresql:///parley?host=/run/postgresql' }
    expect(loadConfig({ ...GOOD, ...socket })).to.include(socket)
  })

  it('that are empty count as unset', () => {
    expect(loadConfig({ ...GOOD, PORT: '', REDIS_URL: '' })).to.deep.equal(loadConfig(GOOD))
  })

  it('of a provider require its key, or a server of your own', () => {
    expect(problemsOf({ ...GOOD, LLM_MODEL: 'openai:gpt-4o' })).to.contain(
      'OPENAI_API_KEY is required',
    )
    expect(problemsOf({ ...GOOD, LLM_MODEL: 'anthropic:claude' })).to.contain(
      'ANTHROPIC_API_KEY is required',
    )
    expect(
      loadConfig({ ...GOOD, LLM_MODEL: 'openai:x', OPENAI_BASE_URL: 'http://localhost:1/v1' })
        .LLM_MODEL,
    ).to.equal('openai:x')
    expect(problemsOf({ ...GOOD, LLM_MODEL: 'gpt-4o' })).to.contain('LLM_MODEL')
    const problems = problemsOf({ ...GOOD, EMBEDDING_MODEL: 'openai:text-embedding-3-small' })
    expect(problems).to.contain('OPENAI_API_KEY is required for EMBEDDING_MODEL')
    for (const model of ['anthropic:claude', 'text-embedding-3-small', 'ollama:'])
      expect(problemsOf({ ...GOOD, EMBEDDING_MODEL: model })).to.contain(
        'EMBEDDING_MODEL has the wrong form',
      )
    expect(loadConfig({ ...GOOD, EMBEDDING_MODEL: 'ollama:bge-m3' }).EMBEDDING_MODEL).to.equal(
      'ollama:bge-m3',
    )
  })

  it('let a small model write queries, unless replies are built in or another is named', () => {
    const env = { ...GOOD, OPENAI_BASE_URL: 'http://localhost:1/v1' }
    const queryModel = (more: object) => loadConfig({ ...env, ...more }).QUERY_MODEL
    expect(queryModel({})).to.equal(undefined)
    expect(queryModel({ LLM_MODEL: 'openai:x' })).to.equal('openai:x')
    expect(queryModel({ LLM_MODEL: 'openai:o3' })).to.equal(undefined)
    const key = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: '' }
    expect(queryModel({ LLM_MODEL: 'openai:x', ...key })).to.equal('openai:gpt-5.4-nano')
    expect(queryModel({ LLM_MODEL: 'openai:x', QUERY_MODEL: 'off' })).to.equal(undefined)
    expect(queryModel({ LLM_MODEL: 'openai:x', QUERY_MODEL: 'openai:y' })).to.equal('openai:y')
    expect(queryModel({ QUERY_MODEL: 'openai:y' })).to.equal('openai:y')
    for (const QUERY_MODEL of ['builtin:extractive', 'on', 'openai:'])
      expect(problemsOf({ ...env, QUERY_MODEL })).to.contain('QUERY_MODEL has the wrong form')
    const problems = problemsOf({ ...GOOD, LLM_MODEL: 'openai:x', QUERY_MODEL: 'anthropic:y' })
    expect(problems).to.contain('ANTHROPIC_API_KEY is required for QUERY_MODEL')
    expect(problemsOf({ ...GOOD, LLM_MODEL: 'openai:x' })).not.to.contain('QUERY_MODEL')
  })

  it("have all times a tenth as long at a TIME_SCALE of 0.1, except the time for clients' headers", () => {
    expect(loadConfig(GOOD).times).to.deep.equal(TIMES)
    const { times } = loadConfig({ ...GOOD, TIME_SCALE: '0.1' })
    const { slowHeadersMs, ...others } = times
    expect(slowHeadersMs).to.equal(3_000)
    for (const [name, ms] of Object.entries(others))
      expect(ms, name).to.equal(TIMES[name as keyof typeof TIMES] / 10)
    expect(Object.keys(times)).to.deep.equal(Object.keys(TIMES))
    for (const scale of ['0', '0.001', '11', 'fast'])
      expect(problemsOf({ ...GOOD, TIME_SCALE: scale })).to.contain('- TIME_SCALE ')
  })

  it('cannot be changed', () => {
    const config = loadConfig(GOOD) as { PORT: number }
    expect(() => {
      config.PORT = 1
    }).to.throw()
  })

  it('are in one section each', () => {
    const sections = Object.values(SETTING_SECTIONS)
    expect(sections.flatMap((section) => Object.keys(section))).to.have.members([...SETTING_NAMES])
  })

  it('of .env.example are the defaults or valid samples', () => {
    const lines = readFileSync('.env.example', 'utf8').replace(/^# (?=[A-Z\d_]+=)/gm, '')
    const given = parseEnv(lines) as Record<string, string>
    expect(Object.keys(given)).to.have.members([...SETTING_NAMES])
    const config = loadConfig(given) as unknown as Record<string, unknown>
    const defaults = loadConfig(GOOD) as unknown as Record<string, unknown>
    const samples = SETTING_NAMES.filter((name) => (settings[name] as Setting).examples)
    for (const name of SETTING_NAMES.filter((name) => !samples.includes(name)))
      expect(config[name], name).to.deep.equal(defaults[name])
    for (const name of samples) expect(config[name], name).not.to.deep.equal(defaults[name])
  })

  it('are read by the processes that the reference names', () => {
    const code = (room: string) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(room, name), 'utf8'))
        .join('\n')
    const rooms = { api: code('api'), workers: code('workers') }
    /**
     * Returns whether the code reads the setting from a configuration: `config.NAME`, or `{ NAME
     * }`.
     */
    const isRead = (name: string, room: keyof typeof rooms) =>
      new RegExp(`config\\.${name}\\b|[{,]\\s*${name}(: \\w+)?\\s*[,}]`).test(rooms[room])
    const strays = SETTING_NAMES.flatMap((name) => {
      const { readBy } = settings[name] as Setting
      if (!readBy) return []
      const isOfApi = readBy.includes('web')
      const isOfWorkers = readBy.some((reader) => reader.startsWith('worker'))
      return [
        ...(!isOfApi && isRead(name, 'api') ? [`api reads ${name}`] : []),
        ...(!isOfWorkers && isRead(name, 'workers') ? [`workers read ${name}`] : []),
      ]
    })
    expect(strays).to.deep.equal([])
    expect(
      isRead('PORT', 'api') && isRead('REPLY_CONCURRENCY', 'workers'),
      'reads are seen',
    ).to.equal(true)
  })
})
