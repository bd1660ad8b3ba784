import { unreadable } from '../contract/messages.ts'
import { textOfDocument } from '../html/documents.ts'
import { decodeBytes, labelOfPage } from './codePages.ts'
import { makeParagraphs } from './paragraphs.ts'
import { makeTables, type TableState } from './tables.ts'
import { type RtfToken, tokensOf } from './tokens.ts'

/** The most levels of groups; word processors write some 20. */
const MAX_GROUPS = 1_000

/**
 * Groups without text of the document: tables of fonts and styles, pictures, comments, and so on.
 */
const UNREAD = new Set(
  `fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf
  fldinst annotation atnid atnauthor atntime atndate atnref atnicn listtable listoverridetable revtbl rsidtbl
  generator themedata colorschememapping datastore latentstyles xmlnstbl filetbl nonshppict tc tcn xe rxe
  bkmkstart bkmkend template userprops ftnsep ftnsepc aftnsep aftnsepc private mmathPr pgptbl sp shprslt
  docvar`.split(/\s+/),
)
/** Groups with text, although programs that do not know them may leave them out. */
const READ = new Set(['listtext', 'pntext', 'fldrslt', 'shptxt', 'shpinst'])

const INLINE = new Set(['footnote', 'listtext', 'pntext'])

const SIGNS: Readonly<Record<string, string>> = {
  tab: ' ',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
}

/** 2 points, in half points, as in Word documents. */
const TINY = 4
const MACINTOSH = 10_000

/** The state of the reader within a group, such as the look of its text. */
interface RtfState extends TableState {
  isUnread: boolean
  /**
   * Whether the paragraph goes on after the group: it is a footnote, or the sign of a list's item.
   */
  isInline: boolean
  isNote: boolean
  isHidden: boolean
  isDeleted: boolean
  isTiny: boolean
  isWhite: boolean
  isShaded: boolean
  /** The number of characters after `\u` that replace it in old programs. */
  skipped: number
}

const PLAIN = { isHidden: false, isDeleted: false, isTiny: false, isWhite: false, isShaded: false }

/**
 * Reads an RTF document as text with Markdown headings. Leaves out hidden and deleted text,
 * headers, comments and the instructions of fields.
 * @throws AppError file_unreadable if it is nested too deeply
 */
export function readRtf(bytes: Buffer): string {
  const reader = makeReader()
  for (const token of tokensOf(bytes.toString('latin1'))) reader.read(token)
  return textOfDocument(reader.end())
}

/** The state at the beginning of a file. */
const FIRST_STATE: RtfState = {
  ...PLAIN,
  isUnread: false,
  isInline: false,
  isNote: false,
  font: -1,
  skipped: 1,
}

function makeReader() {
  const paragraphs = makeParagraphs()
  const states: RtfState[] = []
  let state: RtfState = { ...FIRST_STATE }
  const tables = makeTables()
  let page = labelOfPage(0)
  let defaultFont = -1
  let mayBeLeftOut = false
  let toSkip = 0
  let bytes = ''

  /** Decodes and writes the collected bytes: a character of an Asian code page has two bytes. */
  function flush(): void {
    if (bytes)
      paragraphs.write(
        decodeBytes(bytes, tables.labelOf(state.font < 0 ? defaultFont : state.font) ?? page),
      )
    bytes = ''
  }

  const isSeen = () =>
    !(state.isUnread || state.isHidden || state.isDeleted || state.isTiny) &&
    !(state.isWhite && !state.isShaded && !paragraphs.isInTable())

  function readText(text: string): void {
    if (state.table === 'colors') tables.readColors(text)
    const left = text.slice(toSkip)
    toSkip -= text.length - left.length
    if (left && isSeen()) bytes += left
  }

  function look(word: string, number: number): void {
    const isShaded = number > 0 && !tables.isWhite(number)
    if (word === 'v' || word === 'webhidden') state.isHidden = number !== 0
    else if (word === 'deleted') state.isDeleted = number !== 0
    else if (word === 'fs') state.isTiny = number >= 0 && number <= TINY
    else if (word === 'cf') state.isWhite = tables.isWhite(number)
    else if (word === 'highlight' || word === 'cb' || word === 'chcbpat') state.isShaded = isShaded
    else if (word === 'plain') Object.assign(state, PLAIN, { font: defaultFont })
    else if (word === 'f') state.font = number
    else if (word === 'deff') defaultFont = number
    else if (word === 'uc') state.skipped = Math.max(0, number)
    else if (word === 'ansicpg') page = labelOfPage(number)
    else if (word === 'mac') page = labelOfPage(MACINTOSH)
  }

  function readWord({ word = '', number }: RtfToken): void {
    const isOptional = mayBeLeftOut
    mayBeLeftOut = word === '*'
    if (mayBeLeftOut) return
    if (word !== 'u') flush()
    toSkip = 0
    if (UNREAD.has(word) || (isOptional && !READ.has(word))) state.isUnread = true
    if (tables.describe(word, number ?? 0, state)) return
    look(word, number ?? 1)
    if (word === 'u') readUnicode(number ?? 0)
    else if (INLINE.has(word)) {
      state.isInline = true
      state.isNote = word === 'footnote'
      if (state.isNote && isSeen()) paragraphs.write(' (')
    } else if (Object.hasOwn(SIGNS, word)) {
      if (isSeen()) paragraphs.write(SIGNS[word]!)
    } else if (!state.isUnread && !state.isInline) paragraphs.control(word, number)
  }

  function readUnicode(number: number): void {
    flush()
    if (isSeen()) paragraphs.write(String.fromCharCode(number < 0 ? number + 65_536 : number))
    toSkip = state.skipped
  }

  function readBrace(brace: '{' | '}'): void {
    flush()
    mayBeLeftOut = false
    toSkip = 0
    if (brace === '{') {
      if (states.length >= MAX_GROUPS) throw unreadable('Its groups are nested too deeply.')
      states.push(state)
      state = { ...state }
      return
    }
    if (state.isInline && isSeen() && !states.at(-1)?.isInline)
      paragraphs.write(state.isNote ? ')' : ' ')
    state = states.pop() ?? state
  }

  return {
    read(token: RtfToken): void {
      if (token.text !== undefined) readText(token.text)
      else if (token.word !== undefined) readWord(token)
      else readBrace(token.brace!)
    },
    end(): string {
      flush()
      return paragraphs.html()
    },
  }
}
