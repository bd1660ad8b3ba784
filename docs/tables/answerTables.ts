import { readFileSync } from 'node:fs'
import type { CompanyFigures, OutcomeFigures } from '../../bench/knowledge/answers/companies.ts'
import type { GroundingFigures } from '../../bench/knowledge/answers/grounding.ts'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' })

/** Makes the tables of `bench/README.md` from the results that the bench of answers stored. */
export function answerTables(): string {
  const { grounding, companies } = JSON.parse(
    readFileSync('bench/results/answers.json', 'utf8'),
  ) as { grounding: GroundingFigures; companies: Record<string, CompanyFigures> }
  const { answerable, unanswerable } = companies[BUILTIN_MODEL]!
  return [
    groundingTable(grounding),
    `Questions to the companies, answered by \`${BUILTIN_MODEL}\`:`,
    table(
      ['', 'questions', 'right', 'wrong', 'refused'],
      [...rowsOf(answerable, 'answerable, '), ...rowsOf(unanswerable, 'unanswerable, ')],
    ),
  ].join('\n\n')
}

function groundingTable({ languages, all }: GroundingFigures): string {
  const named = Object.entries(languages).map(
    ([code, figures]) => [LANGUAGES.of(code)!, figures] as const,
  )
  return table(
    ['', 'right replies', 'refused', 'wrong replies', 'passed'],
    [...named, ['all', all] as const].map(([name, { right, refused, wrong, passed }]) => [
      name,
      right,
      refused,
      wrong,
      passed,
    ]),
  )
}

const rowsOf = (kinds: Record<string, OutcomeFigures>, before: string) =>
  Object.entries(kinds).map(([kind, { questions, right, wrong, refused }]) => [
    `${before}${kind}`,
    questions,
    right,
    wrong,
    refused,
  ])

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [heads, ['---', ...heads.slice(1).map(() => '--:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
