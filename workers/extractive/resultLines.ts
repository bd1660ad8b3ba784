import { matchesOf, sum, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import type { ResultFacts } from '../prompt/prompt.ts'
import { ordersModel } from './orders.ts'

/** The most lines of an answer. Of a longer result, those with most of the question are chosen. */
const MAX_LINES = 10
/** The most lines of a result that are read, and the most characters of one that are said. */
const MAX_READ = 300
const MAX_OF_LINE = 300

/** `order.items 1.name: Fern`: a path into JSON, and its value. */
const LINE = /^([\p{L}\p{N}_. -]{1,100}): (.*)$/u

/**
 * Answers with the lines of the last tool call that succeeded, as the other system wrote them.
 * @param wanted the terms of the question
 * @returns undefined: none succeeded, or its result says nothing
 */
export function answerOfResults(
  results: readonly ResultFacts[],
  wanted: Wanted,
  language: string,
): string | undefined {
  const last = results.findLast(({ state }) => state === 'succeeded')
  if (!last || ordersModel(last.text)) return undefined
  const lines = last.text
    .split('\n')
    .slice(0, MAX_READ)
    .filter((line) => line.trim() && !isEmpty(line))
  const said = lines.length > MAX_LINES ? bestOf(lines, wanted, language) : lines
  if (!said.length) return undefined
  return `${said.map(readable).join('\n')}${last.number === null ? '' : ` [${last.number}]`}`
}

/** Chooses the lines with most of the question, in the order of the result. */
function bestOf(lines: readonly string[], wanted: Wanted, language: string): string[] {
  return lines
    .map((line, place) => ({
      line,
      place,
      score: sum(wanted, matchesOf(wanted, termsOf(readable(line), language))),
    }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, MAX_LINES)
    .sort((a, b) => a.place - b.place)
    .map(({ line }) => line)
}

const isEmpty = (line: string) => /^(?:null)?$/.test((LINE.exec(line)?.[2] ?? line).trim())

/** Writes the path of a value in words: `Order items 1 name: Fern`. */
function readable(line: string): string {
  const [, path, value] = LINE.exec(line) ?? []
  const words = path?.replace(/[_.-]{1,100}/g, ' ').trim()
  const text = words ? `${words[0]!.toUpperCase()}${words.slice(1)}: ${value}` : line
  return text.length > MAX_OF_LINE ? `${text.slice(0, MAX_OF_LINE).toWellFormed()}…` : text
}
