import type { Log } from '../../shared/lib/observability/log.ts'
import type { ModelCall } from '../models/calls.ts'
import type { ModelReply } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import type { Findings, ModelPrompt } from '../prompt/promptFor.ts'
import type { CallOnce } from './callOnce.ts'
import type { ChooseModel, ModelTurn } from './chooseModel.ts'
import { promptOf } from './promptOf.ts'
import { purposeOf, type ReplyConfig, type ReplyRun } from './run.ts'
import type { ToolRound } from './toolRound.ts'

interface GenerateDeps {
  chooseModel: ChooseModel
  callOnce: CallOnce
  config: ReplyConfig
  log: Log
}

/** A model's answer. */
export interface GeneratedAnswer extends Pick<ModelReply, 'text' | 'finish_reason'> {
  /** Whether it is what the model said before somebody agrees to a tool call. Default: false. */
  isWaiting?: boolean
  /** The prompt that it answers. */
  prompt: ModelPrompt
  turn: ModelTurn
}

/** A call that has ended, and its prompt. */
interface BegunCall {
  prompt: ModelPrompt
  call: ModelCall
}

/**
 * The step that gets an answer: builds the prompt for the chosen model and calls it, model by
 * model, until a model answers. If it asks for tools, they are called, and it is asked again.
 * @param first the model to begin with
 * @param begun the call of this model, if it was made already
 * @throws AppError the failure that decides what happens to the reply, see `ChooseModel`
 */
export type Generate = (
  run: ReplyRun,
  first: ModelTurn,
  found: Findings,
  begun?: BegunCall,
) => Promise<GeneratedAnswer>

/**
 * Called before a run that has called a model goes on to another model.
 * @throws LEASE_LOST if another worker has the job now
 */
export type PassOn = (run: ReplyRun) => Promise<void>

export function makeGenerate(
  { chooseModel, callOnce, config, log }: GenerateDeps,
  passOn: PassOn,
  toolRound: ToolRound = async () => 'go_on',
): Generate {
  async function goOn(run: ReplyRun, failed: ModelCall): Promise<ModelTurn> {
    const { calls, claim } = run
    run.partial?.end()
    const next = chooseModel(run)
    if (failed.reached) return next
    const { id, request_id } = claim
    const { model, outcome: code } = failed
    log.info({ id, request_id, model, code, next: next.model }, 'another model is asked')
    const made = calls.filter(
      ({ purpose, asked, outcome }) =>
        (purpose === 'reply' || purpose === 'tool_round') &&
        asked !== null &&
        outcome !== 'replaced' &&
        outcome !== 'answered',
    )
    claim.asked = { models: run.models.length, passedOn: made.length }
    await passOn(run)
    return next
  }

  async function callWith(run: ReplyRun, turn: ModelTurn, found: Findings): Promise<BegunCall> {
    await run.yieldLoop()
    const prompt = promptOf(turn.model, run, found, config)
    return { prompt, call: await callOnce(run, turn, { purpose: purposeOf(run), prompt }) }
  }

  return async function generate(run, first, found, begun) {
    let turn = first
    let made = begun ?? (await callWith(run, turn, found))
    for (;;) {
      const { prompt, call } = made
      const { answer } = call
      if (answer) {
        // A model that was offered no tools may still write of some.
        const asksForTools = prompt.tools && answer.toolCalls?.length
        if (!asksForTools) return answerBy(turn, prompt, answer)
        const isWaiting = (await toolRound(run, call.model, answer)) === 'waits'
        if (isWaiting) return { ...answerBy(turn, prompt, answer), isWaiting }
        turn = chooseModel(run)
      } else turn = await goOn(run, call)
      made = await callWith(run, turn, found)
    }
  }
}

/**
 * Asks the model that answered to correct its answer. The prompt stays the same, also for the model
 * of a reached budget, because the answer was checked against the sources of that prompt.
 * @throws AppError of the call
 */
export type Correct = (
  run: ReplyRun,
  answer: GeneratedAnswer,
  correction: readonly PromptMessage[],
) => Promise<GeneratedAnswer>

export function makeCorrect({
  chooseModel,
  callOnce,
}: Pick<GenerateDeps, 'chooseModel' | 'callOnce'>): Correct {
  return async function correct(run, { turn: first, prompt }, correction) {
    let turn = first
    for (;;) {
      const call = await callOnce(run, turn, { purpose: 'correction', prompt, correction })
      if (call.answer) return answerBy(turn, prompt, call.answer)
      if (call.error) throw call.error
      turn = chooseModel(run)
    }
  }
}

const answerBy = (
  turn: ModelTurn,
  prompt: ModelPrompt,
  { text, finish_reason }: ModelReply,
): GeneratedAnswer => ({
  text,
  finish_reason,
  prompt,
  turn,
})
