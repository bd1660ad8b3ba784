import type { Config } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeBreakers } from '../../../shared/models/circuitBreaker.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import { promptFor } from '../../../workers/prompt/promptFor.ts'
import { makeCite } from '../../../workers/reply/cite.ts'
import { makeBegin } from './begin.ts'
import type { WrittenReply } from './replySet.ts'

/** A reply, and what the worker says of it. */
export interface CheckedReply extends WrittenReply {
  /** Whether a visitor gets it, although the agent requires grounding. */
  passes: boolean
  /** Why not. */
  reasons: string[]
}

/** Counts of replies of a language or a kind. */
export interface CheckFigures {
  /** Right replies. */
  right: number
  /** Right replies that are replaced by the fallback: false alarms. */
  refused: number
  /** Wrong replies. */
  wrong: number
  /** Wrong replies that reach the visitor: misses. */
  passed: number
}

/** The figures of all replies, by language, and by kind. */
export interface GroundingFigures {
  all: CheckFigures
  languages: Record<string, CheckFigures>
  kinds: Record<string, CheckFigures>
}

/**
 * Checks replies by the worker's own step, for an agent that requires grounding. The model gives
 * the same reply again when it is asked to correct it.
 */
export async function checkReplies(
  config: Config,
  replies: readonly WrittenReply[],
): Promise<CheckedReply[]> {
  const log = makeLog('bench', config)
  const cite = makeCite({
    callModel: makeCallModel(config),
    breakers: makeBreakers(log, config.times),
    hasRoom: async () => true,
    correct: async (_run, answer) => answer,
    config,
    log,
  })
  const begin = makeBegin(config)
  const checked: CheckedReply[] = []
  for (const written of replies) {
    const run = begin('bench', { require_grounding: true }, written)
    const found = { passages: written.sources, files: new Map() }
    const prompt = promptFor(config.LLM_MODEL, run.inputs, found, config)
    const turn = { model: config.LLM_MODEL, hasNext: false, watch: <T>(call: Promise<T>) => call }
    const answer = { text: written.reply, finish_reason: 'stop', prompt, turn } as const
    const { reply, problems } = await cite(run, answer)
    const reasons = problems.map(({ sentence, reason }) => `${sentence}: ${reason}`)
    checked.push({ ...written, passes: reply.grounded === true, reasons })
  }
  return checked
}

/** Counts checked replies. */
export const figuresOf = (checked: readonly CheckedReply[]): GroundingFigures => ({
  all: countOf(checked),
  languages: countBy(checked, ({ language }) => language),
  kinds: countBy(checked, ({ kind }) => kind),
})

const countBy = (checked: readonly CheckedReply[], keyOf: (reply: CheckedReply) => string) =>
  Object.fromEntries(
    [...new Set(checked.map(keyOf))]
      .sort()
      .map((key) => [key, countOf(checked.filter((reply) => keyOf(reply) === key))]),
  )

function countOf(checked: readonly CheckedReply[]): CheckFigures {
  const [right, wrong] = [true, false].map((grounded) =>
    checked.filter((reply) => reply.grounded === grounded),
  ) as [CheckedReply[], CheckedReply[]]
  return {
    right: right.length,
    refused: right.filter(({ passes }) => !passes).length,
    wrong: wrong.length,
    passed: wrong.filter(({ passes }) => passes).length,
  }
}

/** Writes the false alarms and misses of checked replies, one a paragraph. */
export const mistakesIn = (checked: readonly CheckedReply[]): string =>
  checked
    .filter(({ grounded, passes }) => grounded !== passes)
    .map(({ language, kind, question, reply, grounded, reasons }) => {
      const title = grounded ? 'right, but refused' : 'wrong, but passed'
      return [`${language}, ${kind}: ${title}`, `? ${question}`, reply, ...reasons].join('\n')
    })
    .join('\n\n')
