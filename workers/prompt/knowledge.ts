import { spansOfSentences } from '../../shared/lib/text/sentences.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import { isPair, type Passage, type Readings } from '../../shared/search/retrieval.ts'
import { asData, delimitSource } from './delimiters.ts'

/** A passage with what the prompt has of it. */
export interface FittingPassage {
  passage: Passage
  /** The parts of its text that fit. The text between them is left out. */
  parts: string[]
}

/** Writes the sources, numbered from 1 on, and which words mean the same. */
export function knowledgeOf(sources: readonly FittingPassage[]): string {
  if (sources.length === 0) return 'Knowledge: nothing on this question was found.'
  const texts = sources.map(({ passage, parts }, index) =>
    delimitSource(index + 1, parts, attributesOf(passage)),
  )
  const same = sameWords(sources[0]!.passage.readings)
  return `Knowledge:\n<knowledge>\n${texts.join('\n')}\n</knowledge>${same}`
}

/**
 * The addresses that a source shows: those of the web that fit into an attribute as they are. Cut
 * or changed, an address would lead elsewhere.
 */
const SHOWN_ADDRESS = /^https?:\/\/[^\s"<>]{1,192}$/iu

/**
 * Says what a source is, and nothing twice: a pair's question stands in its first line, and the
 * first heading of a page is often its title.
 */
function attributesOf(passage: Passage): Record<string, string | null> {
  const { kind, title, heading, text, url, updated = null } = passage
  const isTitleSaid = title !== null && isPair(passage) && text.startsWith(`${title}\n`)
  return {
    kind: isPair(passage) ? 'qa' : kind,
    title: isTitleSaid ? null : title,
    heading: heading === title ? null : withoutFirst(heading, title),
    url: url && SHOWN_ADDRESS.test(url) ? url : null,
    updated,
  }
}

/** Removes the outermost heading if it is the title. */
const withoutFirst = (heading: string, title: string | null) =>
  title && heading.startsWith(`${title} › `) ? heading.slice(title.length + 3) : heading

/** The most synonyms that the prompt names for a word of the question. */
const MAX_SYNONYMS = 5

/** Lists synonyms of the question's words, because a model may not know the company's own words. */
function sameWords(readings: Readings = new Map()): string {
  const lines = [...readings].flatMap(([said, meant]) => {
    const synonyms = meant.filter(({ kind }) => kind === 'synonym').slice(0, MAX_SYNONYMS)
    const quoted = [said, ...synonyms.map(({ words }) => words)].map((words) =>
      JSON.stringify(asData(words)),
    )
    return synonyms.length ? [`\n- ${quoted.join(' = ')}`] : []
  })
  return lines.length ? `\nThese words mean the same here:${lines.join('')}` : ''
}

/**
 * Returns the first passages that fit into so many tokens. If the next passage is a Q/A pair, a
 * part of it is added.
 */
export function fittingPassages(passages: readonly Passage[], tokens: number): FittingPassage[] {
  let left = tokens
  const isTooMuch = ({ text }: Passage) => {
    const needed = estimateTokens(text)
    if (needed > left) return true
    left -= needed
    return false
  }
  const first = passages.findIndex(isTooMuch)
  const whole = first === -1 ? passages : passages.slice(0, first)
  const next = passages[whole.length]
  const parts = next && isPair(next) ? partsOfPair(next, left) : []
  const all = whole.map((passage) => ({ passage, parts: [passage.text] }))
  return next && parts.length ? [...all, { passage: next, parts }] : all
}

/**
 * Returns the beginning of a pair, up to the end of a sentence, and the piece that was found, if
 * that comes later.
 */
function partsOfPair({ text, found = '' }: Passage, tokens: number): string[] {
  const piece = found.slice(found.indexOf('\n') + 1).trim()
  const at = text.lastIndexOf(piece)
  const beginning = beginningOf(text, tokens)
  if (!piece || at < 0 || at + piece.length <= beginning.length)
    return beginning ? [beginning, ''] : []
  const shorter = beginningOf(text, tokens - estimateTokens(piece))
  if (!shorter || at < shorter.length) return beginning ? [beginning, ''] : []
  return at + piece.length < text.trimEnd().length ? [shorter, piece, ''] : [shorter, piece]
}

/** Returns the text up to the last sentence that fits; empty if only the question fits. */
function beginningOf(text: string, tokens: number): string {
  const ends = spansOfSentences(text)
    .filter(({ start }) => start > text.indexOf('\n'))
    .map(({ end }) => end)
  return text.slice(0, ends.findLast((end) => estimateTokens(text.slice(0, end)) <= tokens) ?? 0)
}
