import { expect } from 'chai'
import { makeAnswer } from '../../../workers/reply/answer.ts'
import type { ModelTurn } from '../../../workers/reply/chooseModel.ts'
import type { Retrieve } from '../../../workers/reply/retrieve.ts'
import type { ReplyConfig, ReplyRun } from '../../../workers/reply/run.ts'
import { makeMoment } from '../../support/servers/model.ts'

const none = async (): Promise<never> => {
  throw new Error('not called in this test')
}

describe('the steps to an answer', () => {
  it('fail only when the search beside has ended, so that its calls are counted', async () => {
    const failed = makeMoment()
    const written = makeMoment()
    const run = { yieldLoop: async () => undefined, calls: [] as unknown[] }
    const retrieve: Retrieve = async (_, onWords) => {
      onWords!({
        passages: [],
        beside: { model: 'openai:writer', messages: [], max_output_tokens: 1 },
      })
      await written.promise
      run.calls.push('queries')
      throw new Error('stopped')
    }
    const readFiles = async () => {
      failed.come()
      throw new Error('stopped while it read a file')
    }
    const answer = makeAnswer(
      { retrieve, readFiles, callOnce: none, hasRoom: none, config: {} as ReplyConfig },
      none,
    )
    let calls: unknown[] | undefined
    const turn = { model: 'openai:m' } as ModelTurn
    const ended = answer(run as unknown as ReplyRun, turn, {}).catch((error) => {
      calls = [...run.calls]
      return error
    })
    await failed.promise
    await new Promise(setImmediate)
    written.come()
    expect((await ended).message).to.equal('stopped while it read a file')
    expect(calls).to.deep.equal(['queries'])
  })
})
