import { expect } from 'chai'
import { checkServer } from '../../../cli/doctor/checkDatabase.ts'
import { checkNode } from '../../../cli/doctor/checkSettings.ts'
import type { Diagnostics } from '../../../shared/lib/db/diagnostics.ts'

describe('the doctor', () => {
  it('refuses a Node that is too old, by the numbers of its version', () => {
    expect(checkNode('20.9.0')[0]!.level).to.equal('error')
    expect(checkNode('18.20.4')[0]!.fix).to.match(/^Install Node 20\.19 or newer/)
    for (const version of ['20.19.0', '22.1.0', '100.0.0', process.versions.node])
      expect(checkNode(version)[0]!.level, version).to.equal('ok')
  })

  it("warns if jit is on in Parley's sessions", () => {
    const condition: Diagnostics = {
      version: '18.1',
      version_number: 180_001,
      encoding: 'UTF8',
      is_read_only: false,
      most_connections: 97,
      connections: 1,
      now_ms: 0,
      bytes: '1',
      may_create: true,
      is_durable: true,
      closed_tables: [],
      closed_queue_tables: [],
      may_create_schemas: true,
      takes_options: true,
      pgvector: null,
      is_pooled: false,
      role_timeout_ms: 0,
      role: '"my role"',
      database: 'parley',
      has_jit: true,
    }
    const look = (has_jit: boolean) =>
      checkServer({ DATABASE_URL: 'postgresql://host/parley' }, { ...condition, has_jit }, 0)
    const warnings = look(true).filter(({ level }) => level !== 'ok')
    expect(warnings.map(({ level }) => level)).to.deep.equal(['warning'])
    expect(warnings[0]!.fix).to.contain('alter role "my role" in database parley set jit = off')
    expect(look(false).filter(({ level }) => level !== 'ok')).to.deep.equal([])
  })
})
