import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Measurement } from '../../../bench/load/measure.ts'
import { costsByPart, partOf } from '../../../bench/load/parts.ts'
import { PARTS } from '../../../bench/load/partTable.ts'

/** Makes a profile in which each call spends its microseconds below the program's root. */
function profileOf(calls: { url: string; functionName?: string; micros: number }[]): string {
  const callFrame = (url: string, functionName = 'work') => ({ url, functionName })
  const nodes = calls.map(({ url, functionName }, at) => ({
    id: at + 2,
    callFrame: callFrame(url, functionName),
  }))
  const children = nodes.map(({ id }) => id)
  return JSON.stringify({
    nodes: [{ id: 1, callFrame: callFrame('', '(root)'), children }, ...nodes],
    samples: children,
    timeDeltas: calls.map(({ micros }) => micros),
  })
}

describe('the parts of a message', () => {
  it('have the code of both programs, each once', () => {
    expect(partOf('pg-protocol')).to.equal('pg')
    expect(partOf('dist/shared/lib/db/batch.js')).to.equal('pg')
    expect(partOf('bullmq')).to.equal('queue')
    expect(partOf('dist/workers/grounding/figures.js')).to.equal('citations')
    expect(partOf('bench/plain/worker.js')).to.equal('model')
    expect(partOf('bench/plain/api.js')).to.equal('http')
    expect(partOf('(garbage collector)')).to.equal('garbage')
    expect(partOf('a-package-of-next-year')).to.equal('rest')
    const names = PARTS.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
  })

  it('share the processor time of API and worker by their profiles, without idle time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parts-'))
    const [api, worker] = [join(folder, 'api.cpuprofile'), join(folder, 'worker.cpuprofile')]
    const packages = 'file:///app/node_modules'
    writeFileSync(
      api,
      profileOf([
        { url: `${packages}/koa/lib/application.js`, micros: 300 },
        { url: `${packages}/pg/lib/client.js`, micros: 100 },
        { url: '', functionName: '(idle)', micros: 9_000 },
      ]),
    )
    writeFileSync(
      worker,
      profileOf([
        { url: 'file:///app/dist/workers/citations/cite.js', micros: 50 },
        { url: `${packages}/pg/lib/client.js`, micros: 150 },
      ]),
    )
    const cpu_ms = { api: 1, worker: 2, postgres: 3, redis: 0.5, total: 6.5 }
    const costs = costsByPart({ cpu_ms } as Measurement, { api, worker })
    rmSync(folder, { recursive: true })
    expect(costs).to.deep.equal({
      postgres: 3,
      redis: 0.5,
      http: 0.75,
      pg: 0.25 + 1.5,
      citations: 0.5,
    })
  })
})
