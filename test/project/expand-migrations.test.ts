import { readdirSync } from 'node:fs'
import { expect } from 'chai'

/**
 * During a deployment, and after a rollback, old code works on the new schema. So a migration only
 * adds: what old code reads and writes stays (docs/operations.md, "Migrations"). The baseline,
 * 0001, meets no old code.
 */
const FIRST_KEPT = 113

/** Statements that would break old code, or lock a table while they read all of it. */
const FORBIDDEN: [RegExp, string][] = [
  [/\bdrop\s+(table|view|schema|type|function)\b/, 'drops what old code may use'],
  [
    /\bdrop\s+(column\b|(?!constraint|index|not\b|default\b|expression\b|identity\b)\w+)/,
    'drops a column',
  ],
  [/\brename\b/, 'renames'],
  [/\btruncate\b/, 'truncates'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/, "changes a column's type"],
  [/\bset\s+not\s+null\b/, 'reads the whole table, and refuses what old code writes'],
  [/\b(vacuum\s+full|cluster|lock\s+table)\b/, 'locks a table'],
]

/** Tables that delay no message, with so few rows that an index is made in about a second. */
const QUIET = ['audit_events', 'reply_traces']

/** Returns a migration's statements, in lower case, without comments and texts. */
async function statementsOf(name: string): Promise<string[]> {
  const texts: string[] = []
  const recording = { raw: async (text: string) => void texts.push(text) }
  const { up } = await import(`../../migrations/${name}`)
  await up(recording)
  return splitStatements(texts.join(';\n'))
}

const splitStatements = (text: string) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

/** @returns what is wrong with it as a migration that only adds */
function problemsOf(statements: string[]): string[] {
  const made = statements.flatMap(
    (one) => /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(one)?.[1] ?? [],
  )
  return statements.flatMap((one) => {
    const index = /^create (?:unique )?index (concurrently )?(?:.*? )?on (?:only )?([\w.]+)/.exec(
      one,
    )
    const altered = /^alter table (?:if exists )?(?:only )?([\w.]+)/.exec(one)?.[1]
    const isOwn = made.includes((index?.[2] ?? altered) as string)
    if (isOwn) return []
    const found = FORBIDDEN.filter(([pattern]) => pattern.test(one)).map(([, why]) => why)
    if (index && !index[1] && !QUIET.includes(index[2]!))
      found.push('makes an index without concurrently, and nobody writes meanwhile')
    if (altered)
      for (const clause of one.split(','))
        if (
          /\badd (column )?(?!constraint)\w+.*\bnot null\b/.test(clause) &&
          !/\bdefault\b/.test(clause)
        )
          found.push('adds a column that old code does not fill')
        else if (
          /\badd (constraint \w+ )?(check|foreign key)\b/.test(clause) &&
          !/\bnot valid\b/.test(one)
        )
          found.push(
            'reads the whole table for a constraint: say not valid, and validate it in a statement of its own',
          )
    return found.map((why) => `${why}: ${one.slice(0, 120)}`)
  })
}

const kept = readdirSync('migrations').filter((name) => Number(name.slice(0, 4)) >= FIRST_KEPT)

describe('migrations', () => {
  it('have the number 1 or one from 113 on, after those that the baseline has replaced', () => {
    const numbers = readdirSync('migrations').flatMap((name) => Number(name.slice(0, 4)) || [])
    expect(numbers.filter((number) => number > 1 && number < FIRST_KEPT)).to.deep.equal([])
  })

  for (const name of kept)
    it(`only add in ${name}, so that old and new code work beside each other`, async () => {
      const { contract } = await import(`../../migrations/${name}`)
      // A migration that removes what no running version uses says since when, and why.
      if (contract) expect(contract, 'contract').to.be.a('string').with.length.above(20)
      else expect(problemsOf(await statementsOf(name))).to.deep.equal([])
    })

  const breaking = {
    'drop table a': 'drops what old code may use',
    'alter table a drop column b': 'drops a column',
    'alter table a drop b': 'drops a column',
    'alter table a rename b to c': 'renames',
    'alter table a alter column b type bigint': "changes a column's type",
    'alter table a alter b set not null': 'reads the whole table',
    'alter table a add column b text not null': 'adds a column that old code does not fill',
    'alter table a add constraint b check (c > 0)': 'reads the whole table for a constraint',
    'create index on a (b)': 'makes an index without concurrently',
  }
  for (const [statement, why] of Object.entries(breaking))
    it(`may not contain: ${statement}`, () => {
      const [problem = ''] = problemsOf(splitStatements(statement))
      expect(problem.startsWith(why), problem).to.equal(true)
    })

  it('may add tables, columns, constraints and indexes', () => {
    const added = `
      create table t (a int not null, check (a > 0)); create index on t (a); alter table t add check (a < 9);
      alter table a add column b text, add column c boolean not null default false;
      alter table a add constraint d check (b <> ';') not valid;
      alter table a validate constraint d;
      create index concurrently a_b on a (b);
      alter table a alter b set default 'drop table a', drop constraint e, alter c drop not null;
      create or replace function f() returns int language sql as $$ drop table a; $$`
    expect(problemsOf(splitStatements(added))).to.deep.equal([])
  })
})
