import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import {
  ConfigError,
  loadConfig,
  loadLocalConfig,
  misspeltSettings,
  SETTING_NAMES,
} from '../../../shared/lib/config/config.ts'
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

  it('that are misspelt are named with what was meant', () => {
    const env = { LLM_MODLE: 'a', API_HOURLY_LIMITS: '1', PATH_INFO: 'x', HOST: 'h', PORTS: '1' }
    expect(misspeltSettings(env)).to.deep.equal([
      { given: 'LLM_MODLE', meant: 'LLM_MODEL' },
      { given: 'API_HOURLY_LIMITS', meant: 'API_HOURLY_LIMIT' },
    ])
    // Also beside the right one, which somebody may believe to have replaced.
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

  it('that are addresses name what has to be written otherwise in a password', () => {
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

  it('of a provider need its key, or a server of your own', () => {
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

  it('let the model of replies write queries, unless it is built in or another is named', () => {
    const env = { ...GOOD, OPENAI_BASE_URL: 'http://localhost:1/v1' }
    const queryModel = (more: object) => loadConfig({ ...env, ...more }).QUERY_MODEL
    expect(queryModel({})).to.equal(undefined)
    expect(queryModel({ LLM_MODEL: 'openai:x' })).to.equal('openai:x')
    expect(queryModel({ LLM_MODEL: 'openai:x', QUERY_MODEL: 'off' })).to.equal(undefined)
    expect(queryModel({ LLM_MODEL: 'openai:x', QUERY_MODEL: 'openai:y' })).to.equal('openai:y')
    expect(queryModel({ QUERY_MODEL: 'openai:y' })).to.equal('openai:y')
    for (const QUERY_MODEL of ['builtin:extractive', 'on', 'openai:'])
      expect(problemsOf({ ...env, QUERY_MODEL })).to.contain('QUERY_MODEL has the wrong form')
    const problems = problemsOf({ ...GOOD, LLM_MODEL: 'openai:x', QUERY_MODEL: 'anthropic:y' })
    expect(problems).to.contain('ANTHROPIC_API_KEY is required for QUERY_MODEL')
    expect(problemsOf({ ...GOOD, LLM_MODEL: 'openai:x' })).not.to.contain('QUERY_MODEL')
  })

  it('have all times a tenth as long at a TIME_SCALE of 0.1, except the one for the headers of clients', () => {
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

  it('are all in .env.example, with their defaults, and no other', () => {
    const lines = readFileSync('.env.example', 'utf8').split('\n')
    const given = lines.flatMap(
      (line) => /^#? ?([A-Z0-9_]+)=(.*)$/.exec(line)?.slice(1, 3).join('=') ?? [],
    )
    expect(given.map((line) => line.split('=')[0])).to.have.members([...SETTING_NAMES])
    const defaults = loadConfig(GOOD) as unknown as Record<string, unknown>
    for (const line of given) {
      const [name, value] = [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]
      if (name === 'LLM_PRICES') continue
      if (defaults[name] !== undefined && name !== 'DATABASE_URL')
        expect(value, name).to.equal(String(defaults[name]))
    }
  })
})
