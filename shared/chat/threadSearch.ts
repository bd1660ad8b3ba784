import { builder, type Query } from '../lib/db/builder.ts'

/**
 * How many of the newest messages are searched for a text. Reading, lowering and comparing 100,000
 * takes about 0.3 s of processor time on a busy machine (bench/README.md).
 */
export const SEARCHED_MESSAGES = 100_000

/** Characters of a message that are shown before and after the text that was found. */
const SHOWN_BEFORE = 60
const SHOWN_AFTER = 140

/**
 * A query of the ids of threads, with the place of the newest message that matches; null: a name
 * matches.
 */
const FOUND = 'thread_id, max(seq) as seq'

/**
 * Ids between which messages are searched: after the first, up to the second. Bounds, and not the
 * first 100,000 rows in the order of ids: for these PostgreSQL would go through the messages of all
 * organizations.
 */
export interface SearchedIds {
  after: string
  to: string
}

/**
 * Makes the query of threads with a message that contains the text. It compares by `strpos` in
 * lowered texts, which takes less than half of the time of `ilike`.
 */
export const messagesWith = (organizationId: string, text: string, ids: SearchedIds): Query =>
  builder.raw(
    `select ${FOUND} from (${IN_MESSAGES(text)}) found group by thread_id`,
    inMessages(organizationId, text, ids),
  ) as unknown as Query

/** The same, and of threads whose title or person contains it. Needs `peopleWith` as `people`. */
export const anythingWith = (organizationId: string, text: string, ids: SearchedIds): Query => {
  const spellings = spellingsOf(text)
  const names = ['title', 'customer_id', 'visitor_id']
  return builder.raw(
    `select ${FOUND} from (
       ${IN_MESSAGES(text)}
       union all
       select id, null from threads
        where organization_id = ?
          and (${names.map((name) => contains(name, text)).join(' or ')}
            or not is_test and (user_context_id in (select id from people)
                             or customer_id in (select user_reference from people)))
     ) found group by thread_id`,
    [...inMessages(organizationId, text, ids), organizationId, ...names.flatMap(() => spellings)],
  ) as unknown as Query
}

/** Makes the query of contexts whose reference, name or email address contains the text. */
export const peopleWith = (organizationId: string, text: string): Query => {
  const [condition, values] = isPersonWith(text)
  return builder.raw(
    `select id, user_reference from contexts where organization_id = ? and ${condition}`,
    [organizationId, ...values],
  ) as unknown as Query
}

/**
 * SQL for whether a context's reference, name or email address contains the text, with its values.
 */
export function isPersonWith(text: string): [condition: string, values: string[]] {
  const places = ['user_reference', `traits->>'name'`, `traits->>'email'`]
  const spellings = spellingsOf(text)
  return [
    `(${places.map((place) => contains(place, text)).join(' or ')})`,
    places.flatMap(() => spellings),
  ]
}

const IN_MESSAGES = (text: string) => `
  select thread_id, seq from messages
   where organization_id = ? and id > ? and id <= ? and not is_internal and ${contains('content', text)}`

const inMessages = (organizationId: string, text: string, { after, to }: SearchedIds) => [
  organizationId,
  after,
  to,
  ...spellingsOf(text),
]

/**
 * SQL for whether a column has the text somewhere, ignoring case. Its values are the text's
 * spellings.
 */
export function contains(column: string, text: string): string {
  const spellings = spellingsOf(text)
  // Lowering takes half of the time, and with the rules of a language several times as much as for
  // ASCII alone.
  const hasCase = text.toLowerCase() !== text.toUpperCase()
  // A single spelling is of ASCII or has no case, and is lowered already.
  const [searched, sought] =
    spellings.length > 1
      ? [`lower(${column})`, 'lower(?)']
      : [hasCase ? `lower(${column} collate "C")` : column, '?']
  return `(${spellings.map(() => `strpos(${searched}, ${sought}) > 0`).join(' or ')})`
}

/**
 * The spellings in which a text is searched for. `lower` of a database with the locale C knows
 * ASCII letters only, so texts with others are searched for in several.
 */
export function spellingsOf(text: string): string[] {
  const lower = text.toLowerCase()
  return [...new Set([text, lower, text.toUpperCase(), capitalized(lower)].map(lowerInAscii))]
}

const capitalized = ([first = '', ...rest]: string) => first.toUpperCase() + rest.join('')
const lowerInAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Cuts out of a message what surrounds the text that was found in it. */
export function excerptOf(content: string, text: string): string {
  const at = Math.max(0, content.toLowerCase().indexOf(text.toLowerCase()))
  const from = at <= SHOWN_BEFORE ? 0 : at - SHOWN_BEFORE
  const to = Math.min(content.length, at + text.length + SHOWN_AFTER)
  const cut = content.slice(from, to).toWellFormed().replaceAll('\ufffd', '')
  return `${from > 0 ? '…' : ''}${cut}${to < content.length ? '…' : ''}`
}

/**
 * The largest id that may have been made by `time`: ids of version 7 begin with their time. Adds a
 * minute for clocks that differ.
 */
export function lastIdAt(time?: Date): string {
  if (!time) return 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  // An id can only hold times from 1970 on.
  const hex = Math.max(0, time.getTime() + 60_000)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-ffff-ffff-ffffffffffff`
}
