import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paragraphs, and questions that are each answered by one paragraph. */
export interface QuestionSet {
  language: string
  paragraphs: string[]
  questions: Question[]
}

export interface Question {
  text: string
  /** The index of the paragraph or document that answers it. */
  paragraph: number
  answers: string[]
}

interface Squad {
  data: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[]
  }[]
}

/** Reads `xquad.<language>.json`, which has SQuAD's format. */
export function readQuestionSet(folder: string, language: string): QuestionSet {
  const { documents, questions } = readDocuments(join(folder, `xquad.${language}.json`))
  return { language, paragraphs: documents, questions }
}

/** Reads a file in SQuAD's format. Each context is a document. */
export function readDocuments(file: string): { documents: string[]; questions: Question[] } {
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as Squad
  const all = data.flatMap(({ paragraphs }) => paragraphs)
  return {
    documents: all.map(({ context }) => context),
    questions: all.flatMap(({ qas }, paragraph) =>
      qas.map(({ question, answers }) => ({
        text: question,
        paragraph,
        answers: answers.map(({ text }) => text),
      })),
    ),
  }
}

export interface Quality {
  'MRR@10': number
  'nDCG@10': number
  'recall@1': number
  'recall@5': number
}

/**
 * Measures the quality of a search.
 * @param search returns the indexes of the paragraphs that it finds, best first
 */
export async function qualityOf(
  { questions }: QuestionSet,
  search: (question: string) => Promise<number[]> | number[],
): Promise<Quality> {
  let reciprocal = 0
  let gain = 0
  let first = 0
  let firstFive = 0
  for (const { text, paragraph } of questions) {
    const found = [...new Set(await search(text))].slice(0, 10)
    const rank = found.indexOf(paragraph) + 1
    if (rank > 0) reciprocal += 1 / rank
    // With a single right paragraph, the ideal gain is 1.
    if (rank > 0) gain += 1 / Math.log2(1 + rank)
    if (rank === 1) first++
    if (rank > 0 && rank <= 5) firstFive++
  }
  const share = (sum: number) => Math.round((1000 * sum) / questions.length) / 1000
  return {
    'MRR@10': share(reciprocal),
    'nDCG@10': share(gain),
    'recall@1': share(first),
    'recall@5': share(firstFive),
  }
}
