import { posix } from 'node:path'
import type { Parts } from './archive.ts'
import { attribute, readXml } from './xml.ts'

/** What the main part of an e-book says of it. */
export interface Book {
  title: string
  /** Who made it, when and where, in the order of `FACTS`: `Author: Jane Rowe`. */
  facts: string[]
  /** The names of the parts with its chapters, in their order. */
  order: string[]
  /** The name of the part with its table of contents; undefined: it has none. */
  contents: string | undefined
}

const MAX_TITLE = 300
const MAX_FACT = 1_000
/** The most persons or subjects of one kind that are named. */
const MAX_VALUES = 10

/** The names of facts, by elements of Dublin Core. */
const FACTS: Readonly<Record<string, string>> = {
  creator: 'Author',
  contributor: 'Contributor',
  publisher: 'Publisher',
  date: 'Date of the e-book',
  subject: 'Subject',
  description: 'Description',
}
/** The names of facts about persons, by MARC's codes of roles. */
const ROLES: Readonly<Record<string, string>> = {
  aut: 'Author',
  edt: 'Editor',
  trl: 'Translator',
  ill: 'Illustrator',
  pht: 'Photographer',
  nrt: 'Narrator',
  aui: 'Author of the introduction',
}
const ORDER = [...new Set(['Author', ...Object.values(ROLES), ...Object.values(FACTS)])]
const NCX = 'application/x-dtbncx+xml'

interface BookFact {
  name: string
  text: string
  id: string
  role: string
}

/**
 * Reads the main part of an e-book.
 * @param main its name
 * @throws AppError file_unreadable
 */
export function readBook(parts: Parts, main: string): Book {
  const items = new Map<string, string>()
  const order: string[] = []
  const said: BookFact[] = []
  const roles = new Map<string, string>()
  let contents: string | undefined
  let current: BookFact | undefined
  let refined: string | undefined
  readXml(parts.get(main), {
    onOpen(name, attributes) {
      const { id = '', href = '', idref = '', properties = '' } = attributes
      current = undefined
      refined = undefined
      if (name === 'title' || FACTS[name]) {
        const isMade = name !== 'date' || isPublication(attribute(attributes, 'event'))
        current = { name, id, text: '', role: attribute(attributes, 'role') ?? '' }
        if (isMade) said.push(current)
      }
      if (name === 'meta' && attributes.property === 'role')
        refined = attributes.refines?.replace(/^#/, '')
      if (name === 'item') {
        const isContents = properties.split(/\s/).includes('nav')
        if (isContents || (attributes['media-type'] === NCX && !contents))
          contents = nameOfPart(main, href)
        if (!isContents) items.set(id, nameOfPart(main, href))
      }
      const chapter = name === 'itemref' ? items.get(idref) : undefined
      if (chapter !== undefined) order.push(chapter)
      // A chapter that is listed twice is read once.
      if (name === 'itemref') items.delete(idref)
    },
    onText(text) {
      if (current && current.text.length < MAX_FACT) current.text += text
      if (refined) roles.set(refined, `${roles.get(refined) ?? ''}${text}`.trim())
    },
    onClose() {
      current = undefined
      refined = undefined
    },
  })
  const title = said.find(({ name, text }) => name === 'title' && text.trim())?.text ?? ''
  return { title: line(title).slice(0, MAX_TITLE), facts: factsOf(said, roles), order, contents }
}

/** Whether a date is not that of a conversion or a later change. */
const isPublication = (event: string | undefined) => !event || event === 'publication'

const line = (text: string) =>
  text
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function factsOf(said: readonly BookFact[], roles: ReadonlyMap<string, string>): string[] {
  const values = new Map<string, Set<string>>()
  for (const { name, id, text, role } of said) {
    const value = line(text).slice(0, MAX_FACT)
    const fact = ROLES[roles.get(id) ?? role] ?? FACTS[name]
    if (!fact || !value) continue
    const known = values.get(fact) ?? new Set()
    if (known.size < MAX_VALUES) values.set(fact, known.add(value))
  }
  return ORDER.flatMap((fact) => {
    const known = values.get(fact)
    return known ? `${fact}: ${[...known].join(', ')}` : []
  })
}

/** @returns the name of the part that an address within another part means; empty: none */
export function nameOfPart(part: string, address: string): string {
  try {
    return posix.join(posix.dirname(part), decodeURIComponent(address.replace(/#.*$/s, '')))
  } catch {
    return ''
  }
}

/** An entry of a table of contents, which leads to a part, or to an element in it. */
export interface BookEntry {
  title: string
  /** The id of the element; empty: the part itself. */
  anchor: string
}

/**
 * Reads the first entry for each part from the table of contents, in the form of EPUB 3 (HTML) or
 * of EPUB 2 (NCX).
 * @param name the name of the part that has it; undefined: returns no entries
 */
export function readContents(parts: Parts, name: string | undefined): Map<string, BookEntry> {
  const entries = new Map<string, BookEntry>()
  let label = ''
  let href: string | undefined
  const note = (address: string) => {
    const part = nameOfPart(name!, address)
    const title = line(label).slice(0, MAX_TITLE)
    // Lists of pages have numbers for titles.
    if (part && /\p{L}/u.test(title) && !entries.has(part))
      entries.set(part, { title, anchor: /#(.*)$/s.exec(address)?.[1] ?? '' })
    label = ''
  }
  readXml(name === undefined ? undefined : parts.get(name), {
    onOpen(element, attributes) {
      if (/^(navPoint|pageTarget|a)$/.test(element)) label = ''
      if (element === 'a') href = attributes.href
      // In the older form, the address follows the label.
      if (element === 'content' && attributes.src !== undefined) note(attributes.src)
    },
    onText(text) {
      if (label.length < MAX_TITLE) label += text
    },
    onClose(element) {
      if (element === 'a' && href !== undefined) note(href)
    },
  })
  return entries
}
