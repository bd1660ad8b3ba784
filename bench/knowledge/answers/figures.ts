import pLimit from 'p-limit'
import { AppError } from '../../../shared/lib/errors.ts'
import { type Judged, judge } from './quality.ts'
import type { ReadReply } from './replies.ts'
import type { AskedOfSet } from './sets.ts'

/** Shares of a set's replies, 0–1. */
export interface Figures {
  questions: number
  /** Have the answer. null: the knowledge has none. */
  right: number | null
  /** The average of their best F1 to an answer. */
  f1: number | null
  /** Say something else. */
  wrong: number
  /** Say that the answer is not known. */
  refused: number
  /** Cite sources, and pass the check of grounding. */
  grounded: number
  /** Cite a passage with the answer. */
  cites_answer: number | null
  /** Failed because of the model's call. */
  failed: number
  /** The average length of replies that do not refuse. */
  characters: number
}

/** Answers a set's questions and judges the replies. @param atOnce the most replies at a time */
export async function measure(
  asked: readonly AskedOfSet[],
  answer: (question: string) => Promise<ReadReply>,
  atOnce: number,
): Promise<Figures> {
  const limit = pLimit(atOnce)
  const replies = await limit.map(asked, async ({ question, answers }) => {
    const reply = await answer(question).catch(failed)
    return reply && judge(reply, answers)
  })
  const judged = replies.filter((reply) => reply !== undefined)
  const share = (of: (reply: Judged) => number | boolean, among: readonly Judged[] = judged) =>
    Number(
      (among.reduce((sum, reply) => sum + Number(of(reply)), 0) / (among.length || 1)).toFixed(3),
    )
  const answered = judged.filter(({ refused }) => !refused)
  const hasAnswers = asked.some(({ answers }) => answers.length > 0)
  return {
    questions: asked.length,
    right: hasAnswers ? share(({ right }) => right) : null,
    f1: hasAnswers ? share(({ f1 }) => f1) : null,
    wrong: share(({ right, refused }) => !right && !refused),
    refused: share(({ refused }) => refused),
    grounded: share(({ grounded }) => grounded),
    cites_answer: hasAnswers ? share(({ citesAnswer }) => citesAnswer) : null,
    failed: asked.length - judged.length,
    characters: Math.round(share(({ characters }) => characters, answered)),
  }
}

/**
 * Returns undefined if a model's call failed, which the figures count. Throws any other error,
 * which is a fault of the bench.
 */
export function failed(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
  process.stderr.write(`${error.code}: ${error.message}\n`)
}
