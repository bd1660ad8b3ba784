import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Turn } from '../../../shared/chat/replyInputs.ts'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { indexFile, indexPair, type Owner } from '../../../test/support/data/knowledge.ts'
import type { TestDb } from '../../../test/support/product/testDb.ts'
import { failed } from './figures.ts'
import { contains, refuses } from './quality.ts'
import type { ReadReply } from './replies.ts'

const FOLDER = 'bench/data/companies'

/** The knowledge of a company, and questions about it by kind. */
export interface Company {
  name: string
  pairs: [question: string, answer: string][]
  files: [type: FileType, text: string][]
  questions: Record<string, CompanyQuestion[]>
  /** Questions that the knowledge does not answer. */
  unanswerable: Record<string, string[]>
}

export interface CompanyQuestion {
  question: string
  /** The turns before the question. Default: none. */
  history?: Turn[]
  /** A right answer has all these texts. */
  says: string[]
  /** A right answer has none of these texts, such as other rows of a table. Default: any. */
  not?: string[]
}

export const readCompanies = (): Company[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => ({
      ...JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
      name: file.replace('.json', ''),
    }))

export async function indexCompany(db: TestDb, owner: Owner, company: Company): Promise<void> {
  for (const [question, answer] of company.pairs) await indexPair(db, owner, question, answer)
  for (const [type, text] of company.files) await indexFile(db, owner, text, type)
}

const OUTCOMES = ['right', 'wrong', 'refused', 'failed'] as const
/** What a reply to a company's question is; `failed`: the model's call failed. */
export type Outcome = (typeof OUTCOMES)[number]

/** Judges a reply. @param wanted without texts to say: the knowledge does not answer the question */
export function outcomeOf(
  reply: Pick<ReadReply, 'content' | 'cited' | 'fallback'>,
  { says, not = [] }: Pick<CompanyQuestion, 'says' | 'not'>,
): Outcome {
  if (refuses(reply)) return 'refused'
  const has = (text: string) => contains(reply.content, text)
  return says.length > 0 && says.every(has) && !not.some(has) ? 'right' : 'wrong'
}

/** Counts of replies. */
export type OutcomeFigures = Record<Outcome | 'questions', number>

/** A reply to a question of a company, judged. */
export interface CompanyAnswer {
  company: string
  kind: string
  isAnswerable: boolean
  question: string
  content: string
  outcome: Outcome
}

/** Asks all questions of a company. @param reply answers a question after earlier turns */
export async function askCompany(
  { name: company, questions, unanswerable }: Company,
  reply: (question: string, history: Turn[] | undefined) => Promise<ReadReply>,
): Promise<CompanyAnswer[]> {
  const asked: (CompanyQuestion & Pick<CompanyAnswer, 'kind' | 'isAnswerable'>)[] = [
    ...Object.entries(questions).flatMap(([kind, all]) =>
      all.map((question) => ({ ...question, kind, isAnswerable: true })),
    ),
    ...Object.entries(unanswerable).flatMap(([kind, all]) =>
      all.map((question) => ({ question, says: [], kind, isAnswerable: false })),
    ),
  ]
  const answers: CompanyAnswer[] = []
  for (const { kind, isAnswerable, ...wanted } of asked) {
    const { question } = wanted
    const given = await reply(question, wanted.history).catch(failed)
    const outcome = given ? outcomeOf(given, wanted) : 'failed'
    answers.push({ company, kind, isAnswerable, question, content: given?.content ?? '', outcome })
  }
  return answers
}

/** The counts of a kind of questions, and of `all`. */
export interface CompanyFigures {
  answerable: Record<string, OutcomeFigures>
  unanswerable: Record<string, OutcomeFigures>
}

/** Counts the outcomes of answerable and unanswerable questions, by kind and of all. */
export function outcomesByKind(answers: readonly CompanyAnswer[]): CompanyFigures {
  const countKinds = (own: readonly CompanyAnswer[]) => ({
    ...Object.fromEntries(
      [...new Set(own.map(({ kind }) => kind))].map((kind) => [
        kind,
        countOutcomes(own.filter((answer) => answer.kind === kind)),
      ]),
    ),
    all: countOutcomes(own),
  })
  return {
    answerable: countKinds(answers.filter(({ isAnswerable }) => isAnswerable)),
    unanswerable: countKinds(answers.filter(({ isAnswerable }) => !isAnswerable)),
  }
}

function countOutcomes(answers: readonly CompanyAnswer[]): OutcomeFigures {
  const counts = OUTCOMES.map((wanted) => [
    wanted,
    answers.filter(({ outcome }) => outcome === wanted).length,
  ])
  return { questions: answers.length, ...Object.fromEntries(counts) }
}

/** Writes the replies that are not as wanted, one a paragraph. */
export const notAsWanted = (answers: readonly CompanyAnswer[]): string =>
  answers
    .filter(({ isAnswerable, outcome }) => outcome !== (isAnswerable ? 'right' : 'refused'))
    .map(({ company, kind, isAnswerable, question, content, outcome }) => {
      const title = `${company}, ${kind}${isAnswerable ? '' : ', unanswerable'}: ${outcome}`
      return [title, `? ${question}`, content].join('\n')
    })
    .join('\n\n')
