import { writeFileSync } from 'node:fs'
import { EXAMPLE_ID } from '../../../api/http/schemas.ts'
import { RECORDED_ANSWERS, type RecordedAnswer } from '../../../api/openapi/recordedAnswers.ts'
import { operations } from '../http/contract.ts'

const FILE = 'api/openapi/recordedAnswers.json'

/** The time at which all recorded answers were given. */
const NOW = Date.UTC(2026, 0, 31, 12)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The most items of a list, and the most lines of a file, that show what it is like. */
const MAX_ITEMS = 2
const MAX_LINES = 3
/** The digits of a number. Counts have fewer. */
const MAX_DIGITS = 6

const ID = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const DATE = /\b\d{4}-\d\d-\d\d\b(?!T)/g

/** The last characters of the secrets below. */
const HINT = 'cret'

/** Addresses that tests make anew each time. */
const ADDRESS = /\b(?:[0-9a-f-]{36}|(?:user|guest)-\d+)(@|%40)example\.com\b/g

/** Secrets and other texts that are drawn by lot, and what stands for them. */
const DRAWN: readonly (readonly [RegExp, string])[] = [
  [/\bsk_(test_)?[\w-]{20,}/g, 'sk_$1your-secret'],
  [/\bwhsec_[\w+/=-]{20,}/g, 'whsec_eW91ci1zZWNyZXQ='],
  [/\bapp_[0-9a-f]{32}\b/g, 'app_greenleaf'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiJ9.e30.eW91ci1zZWNyZXQ'],
  [/\b[0-9a-f]{64}\b/g, 'a3'.repeat(32)],
  [/\b[0-9a-f]{32}\b/g, 'a3'.repeat(16)],
  [/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXP'.repeat(2)],
  [/\b[a-z0-9]{4}(?:-[a-z0-9]{4}){3}\b/g, 'abcd-efgh-jkmn-pqrs'],
  // 16 random bytes or more, in base64.
  [
    /(?<![\w+/-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])(?=[\w+/-]*\d)[\w+/-]{22,}={0,2}/g,
    'b3BhcXVlLWV4YW1wbGUtdG9rZW4',
  ],
]

/**
 * Makes an answer the same in each run, and harmless: ids are numbered in their order, times move
 * to one day, secrets and addresses of servers are replaced, and lists are cut.
 * @param hosts what stands for the addresses of this run's servers
 */
export function stable(answer: unknown, hosts: Readonly<Record<string, string>>): unknown {
  const ids = new Map<string, string>()
  return read(answer)

  function read(value: unknown): unknown {
    if (typeof value === 'string') return readText(value)
    if (typeof value === 'number') return Number(value.toPrecision(MAX_DIGITS))
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(read)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        readText(name),
        name === 'hint' && part ? HINT : read(part),
      ]),
    )
  }

  function readText(given: string): string {
    let text = given.split('\n').slice(0, MAX_LINES).join('\n')
    for (const [host, other] of Object.entries(hosts)) text = text.replaceAll(host, other)
    text = text
      .replace(ADDRESS, 'zoe$1example.com')
      .replace(ID, numbered)
      .replace(TIME, movedTime)
      .replace(DATE, movedDate)
    return DRAWN.reduce((read, [drawn, other]) => read.replace(drawn, other), text)
  }

  function numbered(id: string): string {
    const number = String(ids.get(id) ?? ids.size)
    ids.set(id, number)
    return EXAMPLE_ID.slice(0, -number.length) + number
  }
}

/** Times of the run itself become one time; others keep their distance to it, in minutes. */
function movedTime(time: string): string {
  const distance = Date.parse(time) - Date.now()
  if (time.endsWith('T00:00:00.000Z')) return `${movedDate(time.slice(0, 10))}T00:00:00.000Z`
  const isNow = distance < 10 * MINUTE && distance > -60 * MINUTE
  return new Date(NOW + (isNow ? 0 : Math.round(distance / MINUTE) * MINUTE)).toISOString()
}

/** Moves dates near today by the same number of days. Others are the samples' own. */
function movedDate(date: string): string {
  const distance = Math.round((Date.parse(date) - startOfDay(Date.now())) / DAY)
  if (Math.abs(distance) > 100) return date
  return new Date(startOfDay(NOW) + distance * DAY).toISOString().slice(0, 10)
}

const startOfDay = (time: number) => time - (time % DAY)

/**
 * Writes the answers of this run. An answer of which only numbers differ from the recorded one,
 * such as milliseconds, stays as it was, and so do those of operations that were not called.
 */
export function writeAnswers(answers: ReadonlyMap<string, RecordedAnswer>): void {
  const kept = operations.flatMap(({ operation: { operationId: id } }) => {
    const [before, now] = [RECORDED_ANSWERS[id], answers.get(id)]
    const isSame = before && now && withoutNumbers(before) === withoutNumbers(now)
    const answer = isSame ? before : (now ?? before)
    return answer ? [[id, answer]] : []
  })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

const withoutNumbers = ({ answer, ...about }: RecordedAnswer) =>
  JSON.stringify([about, answer], (_, value) => (typeof value === 'number' ? 0 : value)).replaceAll(
    /\d/g,
    '0',
  )

/**
 * Lists the fields that only one of two answers has, or that have values of other kinds. Null and
 * an empty list fit all. Items of lists are compared with the first that is of the same type.
 */
export function differences(recorded: unknown, today: unknown, at = 'answer'): string[] {
  const [expected, found] = [kindOf(recorded), kindOf(today)]
  if (expected === 'null' || found === 'null') return []
  if (expected !== found) return [`${at} is now ${found}, recorded as ${expected}`]
  if (Array.isArray(recorded) && Array.isArray(today)) {
    return today.flatMap((item) => {
      const like = recorded.find((other) => typeIn(other) === typeIn(item))
      return like === undefined ? [] : differences(like, item, `${at}[]`)
    })
  }
  if (expected !== 'object') return []
  const [before, now] = [recorded, today] as Record<string, unknown>[]
  return [
    ...Object.keys(before!)
      .filter((name) => !(name in now!))
      .map((name) => `${at}.${name} is missing`),
    ...Object.keys(now!)
      .filter((name) => !(name in before!))
      .map((name) => `${at}.${name} is new`),
    ...Object.keys(now!)
      .filter((name) => name in before! && !OPEN.has(name))
      .flatMap((name) => differences(before![name], now![name], `${at}.${name}`)),
  ]
}

/** Fields whose own fields depend on the record. */
const OPEN = new Set(['metadata', 'traits', 'facts', 'changes', 'before', 'after'])

const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

/** Returns what tells an item of a list from items of other types, if anything does. */
const typeIn = (item: unknown) => {
  const { type, object, action, kind, role } = (item ?? {}) as Record<string, unknown>
  return JSON.stringify([type, object, action, kind, role])
}
