import { expect } from 'chai'
import { NEVER_YIELD } from '../../../shared/lib/async/fairLoop.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { Log } from '../../../shared/lib/observability/log.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { makeContradicting } from '../../../workers/reply/contradicting.ts'
import type { ReplyRun } from '../../../workers/reply/run.ts'

const passage = (chunk_id: string, text: string): Passage => ({
  knowledge_id: chunk_id,
  chunk_id,
  kind: 'file',
  title: null,
  url: null,
  heading: '',
  score: 1,
  text,
})
const THREE = passage('1', 'Delivery takes 3 days.')
const FIVE = passage('2', 'Delivery takes 5 days.')

const asking = (question: string, organization_id = 'ours') =>
  ({
    claim: { organization_id },
    inputs: { question, agent: { language: null }, locale: null },
    yieldLoop: NEVER_YIELD,
  }) as unknown as ReplyRun
const QUESTION = 'How long does delivery take?'
const GERMAN = 'Wie lange dauert die Lieferung nach Österreich?'

describe('contradictions in the sources of replies', () => {
  let stored: number
  let isAway: boolean
  const db = {
    query: async () => {
      if (isAway) throw new Error('the database is away')
      stored++
      return { rows: [], rowCount: 0 }
    },
  } as unknown as Db
  const log = { warn: () => undefined } as unknown as Log
  let contradicting: ReturnType<typeof makeContradicting>
  /** Saves, and returns how often something was stored so far. */
  async function save(run: ReplyRun, sources: Passage[]): Promise<number> {
    contradicting.save(run, sources, undefined)
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    return stored
  }
  /** Loads what is read of each language, so that a search ends within a few turns. */
  before(async () => {
    const { seek } = makeContradicting(db, log)
    for (const question of [QUESTION, GERMAN]) await seek(asking(question), [THREE, FIVE])
  })
  beforeEach(() => {
    stored = 0
    isAway = false
    contradicting = makeContradicting(db, log)
  })

  it('are sought once for the same sources', async () => {
    expect(await save(asking(QUESTION), [THREE, FIVE])).to.equal(1)
    expect(await save(asking('And how long does a delivery take?'), [THREE, FIVE])).to.equal(1)
  })

  it('are sought again among other sources, in another order, language or organization', async () => {
    expect(await save(asking(QUESTION), [THREE, FIVE])).to.equal(1)
    expect(await save(asking(QUESTION), [FIVE, THREE])).to.equal(2)
    const changed = { ...FIVE, chunk_id: '3' }
    await save(asking(GERMAN), [THREE, changed])
    expect(await save(asking(QUESTION), [THREE, changed])).to.equal(3)
    expect(await save(asking(QUESTION, 'theirs'), [THREE, FIVE])).to.equal(4)
  })

  it('are sought again after they could not be stored', async () => {
    isAway = true
    expect(await save(asking(QUESTION), [THREE, FIVE])).to.equal(0)
    isAway = false
    expect(await save(asking(QUESTION), [THREE, FIVE])).to.equal(1)
  })
})
