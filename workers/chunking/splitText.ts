import { spansOfSentences } from '../../shared/lib/text/sentences.ts'

/**
 * The most characters of a chunk, about 400 tokens: small enough that several fit into a prompt,
 * large enough to be understood alone.
 */
const MAX_CHARACTERS = 1_500

/** Cuts a Q/A pair into chunks. Each begins with the question, so that it makes sense alone. */
export function chunkPair(question: string, answer: string): string[] {
  const heading = question.replace(/\s+/g, ' ').trim()
  return chunkText(answer.trim()).map((piece) => `${heading}\n${piece}`)
}

/**
 * Cuts a text into pieces of at most 1,500 characters, before sentences where possible. The joined
 * pieces are the whole text, with all its white space.
 */
export function chunkText(text: string): string[] {
  if (text.length <= MAX_CHARACTERS) return [text]
  const starts = spansOfSentences(text).map(({ start }) => start)
  const sentences = starts.map((start, index) => text.slice(index && start, starts[index + 1]))
  return pack(sentences.flatMap(cutLong), '')
}

/**
 * Cuts a document into chunks: between paragraphs where possible, else between lines, else between
 * sentences.
 */
export function chunkDocument(text: string): string[] {
  return pack(text.split('\n\n').flatMap(chunkParagraph), '\n\n')
}

function chunkParagraph(paragraph: string): string[] {
  if (paragraph.length <= MAX_CHARACTERS) return [paragraph]
  return pack(paragraph.split('\n').flatMap(chunkLine), '\n')
}

const chunkLine = (line: string) => chunkText(line.trim()).map((piece) => piece.trim())

/** Joins neighbours while they fit into one chunk. */
function pack(pieces: readonly string[], separator: string): string[] {
  const chunks: string[] = []
  for (const piece of pieces.filter(Boolean)) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length + separator.length + piece.length <= MAX_CHARACTERS)
      chunks[chunks.length - 1] = last + separator + piece
    else chunks.push(piece)
  }
  return chunks
}

/** Cuts a sentence that is longer than a chunk, never between the halves of a surrogate pair. */
function cutLong(sentence: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < sentence.length; ) {
    const end = start + MAX_CHARACTERS
    const cutsPair = end < sentence.length && /[\ud800-\udbff]/.test(sentence.charAt(end - 1))
    pieces.push(sentence.slice(start, cutsPair ? end - 1 : end))
    start = cutsPair ? end - 1 : end
  }
  return pieces
}
