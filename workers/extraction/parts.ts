import { questionKey, searchWords } from '../../shared/lib/text/terms.ts'
import { type Section, sectionsOf } from '../chunking/sections.ts'
import { chunkDocument, chunkPair } from '../chunking/splitText.ts'
import type { Extracted } from './contract/messages.ts'
import { withMarkdownTables } from './html/tables.ts'
import { type Part, splitPairs } from './rows/qaRows.ts'
import { isUnanswered } from './rows/unanswered.ts'
import { NUMBER_END, splitMarked, withoutNumber, withoutNumberEnds } from './text/sentinels.ts'
import { unwrap } from './text/text.ts'

/** The most characters of an answer below a question heading. A longer text is an article. */
const MAX_IN_ANSWER = 1_200
const SEPARATOR = ' › '

/**
 * Returns the heading above all others, without its number; undefined: several headings share the
 * top level.
 */
export function headingOver(parts: readonly Part[]): string | undefined {
  const outermost = new Set(
    parts.map(({ heading }) => heading.split(SEPARATOR)[0]!).filter(Boolean),
  )
  return outermost.size === 1 ? withoutNumber([...outermost][0]!) : undefined
}

/** Splits a text at its headings, if any, and into questions with their answers. */
export function partsOf(text: string, headings?: 'headings' | 'markdown'): Part[] {
  if (!headings) return partsOfSections([{ heading: '', text }])
  const sections = sectionsOf(text)
  if (headings === 'headings') return partsOfSections(sections)
  return partsOfSections(
    sections.map(({ heading, text }) => ({ heading, text: withMarkdownTables(unwrap(text)) })),
  )
}

/** Splits the sections of a document into questions with their answers, if any, and other text. */
export function partsOfSections(sections: readonly (Section & Pick<Part, 'pageOf'>)[]): Part[] {
  return sections.flatMap((section, at) => {
    const { heading, text: body, pageOf } = section
    const paged = pageOf && { pageOf }
    const pieces = splitMarked(body)
    const isAbove = sections[at + 1]?.heading.startsWith(heading + SEPARATOR)
    const asked = isAbove || pieces.some(({ question }) => question) ? undefined : askedBy(section)
    const [first, ...others] = asked ? splitPairs(body) : []
    if (asked && first && !first.question) {
      const [answer, rest] = cutAnswer(first.text)
      const below = [...(rest ? [{ text: rest }] : []), ...others]
      return [
        { ...asked, ...paged, text: answer },
        ...below.map((piece) => ({ ...piece, ...paged, heading })),
      ]
    }
    return pieces
      .flatMap((piece) => (piece.question ? [piece] : splitPairs(piece.text)))
      .map((piece) => ({ heading, ...piece, ...paged, text: withoutBold(piece.text) }))
  })
}

/** Returns the heading of a section if it is a question that the text below answers. */
function askedBy({ heading, text }: Section): { heading: string; question: string } | undefined {
  const levels = heading.split(SEPARATOR)
  const question = withoutNumber(levels.pop()!).replace(
    /^[*_\s]*(?:\d{1,3}(?:\.\d{1,3}){1,4}[.)]?\s+|\d{1,3}[.)]\s*)?|[*_\s]+$/g,
    '',
  )
  const isAsked = /.[?？؟]$/u.test(question) && text.length <= MAX_IN_ANSWER
  return isAsked ? { heading: levels.join(SEPARATOR), question } : undefined
}

/** Cuts a list or table off an answer that is complete without it. */
function cutAnswer(text: string): [answer: string, rest: string] {
  const paragraphs = text.split('\n\n')
  const isListing = (paragraph: string) =>
    paragraph
      .split('\n')
      .every((line) => /^([*•-]|\d+[.)])\s|: /.test(line) || line.includes(NUMBER_END))
  const end = paragraphs.findIndex(
    (paragraph, at) => at > 0 && isListing(paragraph) && /[.!。！।۔]$/u.test(paragraphs[at - 1]!),
  )
  const cut = end === -1 ? paragraphs.length : end
  return [paragraphs.slice(0, cut).join('\n\n'), paragraphs.slice(cut).join('\n\n')]
}

/** Removes the bold marks of a line that looked like a question but is none. */
const withoutBold = (text: string) => text.replace(/^\*\*(.*[?？؟])\*\*$/gmu, '$1')

/** Removes the marks that separate numbers from the text after them. */
const withoutEnds = (part: Part): Part => ({
  ...part,
  heading: withoutNumberEnds(part.heading),
  text: withoutNumberEnds(part.text),
  ...(part.question !== undefined && { question: withoutNumberEnds(part.question) }),
})

/**
 * Makes chunks of the parts of a document. A question without an answer becomes a chunk only if the
 * document has nothing else.
 * @param about further words by which each chunk is found
 * @param onChunk called before each chunk: its words take a millisecond, and a book has thousands
 *   of chunks
 */
export function chunksOfParts(
  parts: readonly Part[],
  about: string,
  onChunk: () => void = () => undefined,
): Extracted['chunks'] {
  const answers = new Map<string, Set<string>>()
  const keyed = parts.map(withoutEnds).flatMap((part) => {
    const key = part.question ? questionKey(part.question) : null
    const known = answers.get(key ?? '') ?? new Set()
    if (key && known.has(part.text)) return []
    if (key) answers.set(key, known.add(part.text))
    return [{ ...part, key }]
  })
  const answered = keyed.filter(({ question, text }) => question || !isUnanswered(text))
  return (answered.length ? answered : keyed).flatMap(
    ({ heading, question, text, key, pageOf }) => {
      const pieces = question ? chunkPair(question, text) : chunkDocument(text)
      // Several answers to a question, such as one for each product, make no pair: none is complete.
      const isPair = key && answers.get(key)!.size === 1
      return pieces.map((piece) => {
        onChunk()
        return {
          text: piece,
          heading,
          ...(pageOf && { page: pageOf(piece) }),
          words: searchWords([about, heading, piece].join('\n')),
          ...(isPair && { question_key: key }),
        }
      })
    },
  )
}
