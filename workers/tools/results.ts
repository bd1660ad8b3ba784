import type { Passage } from '../../shared/search/retrieval.ts'
import {
  type AskedCall,
  type CallStep,
  MAX_TOOL_CALLS,
  type StoredStep,
} from '../../shared/tools/steps.ts'
import { asData, delimitResult } from '../prompt/delimiters.ts'
import type { ResultFacts } from '../prompt/prompt.ts'
import { callWithId, isCall } from './acting.ts'
import { valuesIn } from './valuesIn.ts'

/** The most characters of one result in a prompt, and of all results together. */
const MAX_OF_ONE = 8_000
const MAX_OF_ALL = 24_000

/** The results of a question's calls, as one prompt shows them. */
export interface ShownResults {
  /** The results as sources, in the order of their numbers. */
  sources: Passage[]
  /** The same as fields, for `builtin:extractive`. */
  facts: ResultFacts[]
  /** Says to a model what came of a call that it asked for. */
  of(asked: AskedCall): string
}

/**
 * Shows the results of calls. They are data: fenced, cut, and numbered behind the knowledge, so
 * that a model cites them. The newest results get their room first.
 * @param known how many sources of knowledge the prompt has
 */
export function showResults(steps: readonly StoredStep[], known: number): ShownResults {
  const calls = steps.filter(isCall)
  const texts = textsOf(calls)
  const numbered = calls.filter(({ call_id }) => texts.get(call_id)?.text)
  const numberOf = ({ call_id }: CallStep) => {
    const at = numbered.findIndex((call) => call.call_id === call_id)
    return at < 0 ? null : known + at + 1
  }
  const isFull = calls.length >= MAX_TOOL_CALLS
  return {
    sources: numbered.map((call) => sourceOf(call, texts.get(call.call_id)!.text)),
    facts: calls.map((call) => ({
      name: call.name,
      state: call.state,
      number: numberOf(call),
      text: texts.get(call.call_id)?.text ?? '',
    })),
    of({ call_id }) {
      const call = callWithId(steps, call_id)
      if (!call) return isFull ? NO_ROOM : REPEATS_AN_OPEN_CALL
      const first = calls.find(({ step }) => step === call.same_as)
      const number = numberOf(first ?? call)
      const shown = texts.get(call.call_id)
      const data =
        shown?.text && number !== null && !first
          ? `\n${delimitResult(number, call.name, shown.text)}${shown.isCut ? CUT : ''}`
          : ''
      const again = first
        ? `This repeats an earlier call, whose result counts${number === null ? '' : `: number ${number}`}. `
        : ''
      return `${again}${outcomeOf(call, Boolean(data))}${data}`
    },
  }
}

/** Makes a source of a result, which is cited by the id of its call. */
const sourceOf = ({ call_id, title }: CallStep, text: string): Passage => ({
  kind: 'tool',
  knowledge_id: call_id,
  chunk_id: call_id,
  title,
  url: null,
  heading: '',
  text,
  page: null,
  score: 1,
})

interface ShownText {
  text: string
  isCut: boolean
}

/** Writes the results, each as lines `path: value` or as the text that it is. */
function textsOf(calls: readonly CallStep[]): Map<string, ShownText> {
  const texts = new Map<string, ShownText>()
  let left = MAX_OF_ALL
  for (const { call_id, result, is_cut, same_as } of calls.toReversed()) {
    if (same_as !== null || result === null) continue
    const most = Math.min(left, MAX_OF_ONE)
    const whole = typeof result === 'string' ? result : valuesIn(result, most + 1)
    const text = whole.slice(0, most).toWellFormed().trim()
    left -= text.length
    texts.set(call_id, { text, isCut: is_cut || whole.length > most })
  }
  return texts
}

const CUT = '\n(The rest of this result is left out.)'
const NO_ROOM = `This was not called: a question may have ${MAX_TOOL_CALLS} calls at most. Answer with what you have.`
const REPEATS_AN_OPEN_CALL = 'This was not called: it repeats a call that is not over yet.'

/** Says what came of a call, so that a model can neither claim too much nor do it again. */
function outcomeOf({ state, effect, error, decides, note }: CallStep, hasData: boolean): string {
  const why = error ? ` ${asData(error.detail)}` : ''
  const said = note ? ` They wrote: ${JSON.stringify(asData(note))}` : ''
  switch (state) {
    case 'succeeded':
      return hasData ? 'It succeeded.' : 'It succeeded, and gave no further answer.'
    case 'failed':
      return effect === 'write' ? `It was not carried out.${why}${said}` : `It failed.${why}`
    case 'unknown':
      return 'It is not known whether this was carried out. People of the company will check it. Say so, do not say that it was done or was not done, and do not try it again.'
    case 'denied':
      return `${decides === 'person' ? 'A person of the company' : 'The user'} said no, so it was not carried out.${said}`
    case 'expired':
      return `It was not carried out${why ? `.${why}` : ': nobody agreed to it in time.'}`
    default:
      return 'It is not over yet.'
  }
}
