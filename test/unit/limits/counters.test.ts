import { expect } from 'chai'
import { type Counter, insured } from '../../../api/limits/counters.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'

const HOUR = 3_600_000
const log = makeLog('test', loadConfig({ DATABASE_URL: 'postgres://db/test', LOG_LEVEL: 'silent' }))

/** Makes a store in which many processes count, and that can go silent. */
function makeStore() {
  const windows = new Map<string, number>()
  const state = { isSilent: false, answers: [] as (() => void)[], isSlow: false }
  const counter: Counter = {
    async count(key, limit, window) {
      if (state.isSilent) throw new Error('no answer in 250 ms')
      const used = windows.get(key) ?? 0
      const hasCapacity = used < limit
      if (hasCapacity) windows.set(key, used + 1)
      const tried = { hasCapacity, used: used + Number(hasCapacity), leftMs: window }
      if (state.isSlow) await new Promise<void>((resolve) => state.answers.push(resolve))
      return { ...tried, undo: async () => void windows.set(key, windows.get(key)! - 1) }
    },
    async look(key) {
      if (state.isSilent) throw new Error('no answer in 250 ms')
      return windows.has(key) ? { used: windows.get(key)!, leftMs: HOUR } : null
    },
  }
  return { counter, windows, state }
}

describe('a counter whose store goes silent', () => {
  it('continues from the last counts of the store', async () => {
    const { counter, windows, state } = makeStore()
    const limits = insured(counter, HOUR, log)
    // Other processes have counted 90.
    windows.set('ada', 90)
    for (let nth = 0; nth < 5; nth++) await limits.count('ada', 100, HOUR)
    const last = await limits.count('ada', 100, HOUR)
    await last.undo()
    state.isSilent = true
    const admitted: boolean[] = []
    for (let nth = 0; nth < 8; nth++)
      admitted.push((await limits.count('ada', 100, HOUR)).hasCapacity)
    expect(admitted.filter(Boolean)).to.have.length(5)
    expect(await limits.look('ada')).to.include({ used: 100 })
    expect((await limits.count('bob', 100, HOUR)).hasCapacity).to.equal(true)
  })

  it('lets no caller through whose limit was used up before', async () => {
    const { counter, windows, state } = makeStore()
    const limits = insured(counter, HOUR, log)
    windows.set('ada', 100)
    expect((await limits.count('ada', 100, HOUR)).hasCapacity).to.equal(false)
    state.isSilent = true
    expect((await limits.count('ada', 100, HOUR)).hasCapacity).to.equal(false)
  })

  it('keeps the highest count of a window, in whatever order answers come', async () => {
    const { counter, state } = makeStore()
    const limits = insured(counter, HOUR, log)
    state.isSlow = true
    const asked = Array.from({ length: 4 }, () => limits.count('ada', 4, HOUR))
    await Promise.resolve()
    for (const answer of state.answers.reverse()) answer()
    await Promise.all(asked)
    state.isSilent = true
    expect((await limits.count('ada', 4, HOUR)).hasCapacity).to.equal(false)
  })
})
