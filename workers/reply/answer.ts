import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { ReadFiles } from '../attachments/readFiles.ts'
import type { Findings, ModelPrompt } from '../prompt/promptFor.ts'
import type { CallOnce } from './callOnce.ts'
import type { ModelTurn } from './chooseModel.ts'
import type { Generate, GeneratedAnswer } from './generate.ts'
import { promptOf } from './promptOf.ts'
import type { Reservations } from './reserve.ts'
import type { FoundByWords, Retrieve } from './retrieve.ts'
import type { ReplyConfig, ReplyRun } from './run.ts'
import { makeTentative } from './tentative.ts'
import type { StepResults } from './trace.ts'

interface AnswerDeps {
  retrieve: Retrieve
  readFiles: ReadFiles
  callOnce: CallOnce
  hasRoom: Reservations['hasRoom']
  config: ReplyConfig
}

/**
 * The steps from a question to a model's answer: passages, files, call. While another model writes
 * queries, the call begins with the passages that the question's own words have found. If the
 * queries then find one of the first passages that its prompt lacks, it is given up, and the model
 * is called anew, unless budgets have no room for both. Until that is known, no reader gets any of
 * its text.
 * @param first the model to begin with
 * @param results gets the passages, also if the call fails
 * @throws AppError the failure that decides what happens to the reply, see `ChooseModel`
 */
export type AnswerQuestion = (
  run: ReplyRun,
  first: ModelTurn,
  results: StepResults,
) => Promise<GeneratedAnswer>

/**
 * The first sources of a prompt, among which the answer is expected. Any query changes what stands
 * further down, for which nearly every reply would begin anew (decision 98).
 */
const FIRST = 6

export function makeAnswer(
  { retrieve, readFiles, callOnce, hasRoom, config }: AnswerDeps,
  generate: Generate,
): AnswerQuestion {
  /** Begins the call with the passages of the question's own words. */
  function beginEarly(run: ReplyRun, turn: ModelTurn, found: Findings & FoundByWords) {
    const tentative = makeTentative(found.beside)
    const prompt = promptOf(turn.model, run, found, config)
    const call = callOnce(run, turn, { purpose: 'reply', prompt, tentative })
    // A failure is thrown to whoever awaits the call, which may be later.
    call.catch(() => undefined)
    return { prompt, call, decide: tentative.decide }
  }

  /** Whether the call with the earlier prompt stays. */
  async function isKept(
    run: ReplyRun,
    { model }: ModelTurn,
    earlier: ModelPrompt,
    { sources, messages, tools }: ModelPrompt,
  ): Promise<boolean> {
    if (hasAll(earlier.sources, sources.slice(0, FIRST))) return true
    const planned = { model, tools, max_output_tokens: run.inputs.agent.max_output_tokens ?? 0 }
    const beside = { ...planned, messages: earlier.messages }
    return !(await hasRoom(run, { ...planned, messages, beside }))
  }

  return async function answer(run, first, results) {
    const search = beginSearch(retrieve, run, first)
    let begun: ReturnType<typeof beginEarly> | undefined
    let found: Findings
    const words = await search.words
    try {
      const files = await readFiles(run)
      await run.yieldLoop()
      // What tools have given already does not change by the passages, and the call would be paid.
      const isFirst = !run.acting?.steps.length
      if (search.isRunning() && words && isFirst)
        begun = beginEarly(run, first, { ...words, files })
      results.retrieved = await search.whole
      found = { passages: results.retrieved.passages, files }
      begun?.decide(
        await isKept(run, first, begun.prompt, promptOf(first.model, run, found, config)),
      )
    } catch (error) {
      begun?.decide(false)
      // What runs beside has ended when the run's calls are counted.
      await Promise.allSettled([search.whole, begun?.call])
      throw error
    }
    if (!words || !begun) return generate(run, first, found)
    const { retrieved } = results
    const call = await begun.call
    // The reply rests on what the words have found, so that is what its trace shows.
    if (call.answer) results.retrieved = { ...retrieved, passages: words.passages }
    const isReplaced = call.outcome === 'replaced'
    if (isReplaced) results.retrieved = { ...retrieved, isBegunAnew: true }
    return generate(run, first, found, isReplaced ? undefined : { ...begun, call })
  }
}

/** A search that runs. */
interface RunningSearch {
  /** What the question's own words find; undefined: the whole result came first. */
  words: Promise<FoundByWords | undefined>
  whole: ReturnType<Retrieve>
  isRunning(): boolean
}

function beginSearch(retrieve: Retrieve, run: ReplyRun, { model }: ModelTurn): RunningSearch {
  let isRunning = true
  let come!: (found: FoundByWords | undefined) => void
  const words = new Promise<FoundByWords | undefined>((resolve) => {
    come = resolve
  })
  // The built-in model answers within milliseconds.
  const whole = retrieve(run, model === BUILTIN_MODEL ? undefined : come)
  const over = () => {
    isRunning = false
    come(undefined)
  }
  whole.then(over, over)
  return { words, whole, isRunning: () => isRunning }
}

function hasAll(passages: readonly Passage[], wanted: readonly Passage[]): boolean {
  const ids = new Set(passages.map(({ chunk_id }) => chunk_id))
  return wanted.every(({ chunk_id }) => ids.has(chunk_id))
}
