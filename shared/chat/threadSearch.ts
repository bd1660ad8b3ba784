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
 * The columns of a search: the id of a thread and the place of its newest matching message; null: a
 * name matches.
 */
const FOUND = 'thread_id, max(seq) as seq'

/**
 * The range of message ids to search: after the first, up to the second. A range, not the first
 * 100,000 rows in the order of ids, for which PostgreSQL would read the messages of all
 * organizations.
 */
export interface SearchedIds {
  after: string
  to: string
}

/**
 * Makes the query of threads with a message that contains the text. Compares lowered texts by
 * `strpos`, which takes less than half the time of `ilike`.
 */
export const messagesWith = (organizationId: string, text: string, ids: SearchedIds): Query =>
  builder.raw(
    `select ${FOUND} from (${IN_MESSAGES(text)}) found group by thread_id`,
    inMessages(organizationId, text, ids),
  ) as unknown as Query

/**
 * Makes the query of threads with a message, title or person that contains the text. Needs
 * `peopleWith` as `people`.
 */
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
 * SQL for whether a column contains the text, ignoring case. Its values are the text's spellings.
 */
export function contains(column: string, text: string): string {
  const spellings = spellingsOf(text)
  // Lowering takes half of the time. With the rules of a language it takes several times as long as
  // for ASCII.
  const hasCase = text.toLowerCase() !== text.toUpperCase()
  // A single spelling is ASCII or has no case, and is already lowered.
  const [searched, sought] =
    spellings.length > 1
      ? [`lower(${column})`, 'lower(?)']
      : [hasCase ? `lower(${column} collate "C")` : column, '?']
  return `(${spellings.map(() => `strpos(${searched}, ${sought}) > 0`).join(' or ')})`
}

/**
 * Returns the spellings to search for. In a database with the locale C, `lower` changes only ASCII
 * letters, so a text with other letters is searched for in several spellings.
 */
export function spellingsOf(text: string): string[] {
  const lower = text.toLowerCase()
  return [...new Set([text, lower, text.toUpperCase(), capitalized(lower)].map(lowerInAscii))]
}

const capitalized = ([first = '', ...rest]: string) => first.toUpperCase() + rest.join('')
const lowerInAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Returns the part of a message around the text that was found in it. */
export function excerptOf(content: string, text: string): string {
  const at = Math.max(0, content.toLowerCase().indexOf(text.toLowerCase()))
  const from = at <= SHOWN_BEFORE ? 0 : at - SHOWN_BEFORE
  const to = Math.min(content.length, at + text.length + SHOWN_AFTER)
  const cut = content.slice(from, to).toWellFormed().replaceAll('\ufffd', '')
  return `${from > 0 ? '…' : ''}${cut}${to < content.length ? '…' : ''}`
}

/**
 * Returns the largest id that can have been made by `time`. Ids of version 7 begin with their time.
 * Adds a minute for clocks that differ.
 */
export function lastIdAt(time?: Date): string {
  if (!time) return 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  // An id can hold only times from 1970 on.
  const hex = Math.max(0, time.getTime() + 60_000)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-ffff-ffff-ffffffffffff`
}
