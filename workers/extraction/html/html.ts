import { Readability } from '@mozilla/readability'
import { convert, type HtmlToTextOptions } from 'html-to-text'
import { parseHTML } from 'linkedom'
import { withoutHidden } from '../../../shared/lib/text/invisible.ts'
import { unreadable } from '../contract/messages.ts'
import { isQuestion, labelIn } from '../hidden/faces.ts'
import { removeHidden } from '../hidden/hidden.ts'
import type { HtmlDocument, HtmlElement, HtmlNode } from '../hidden/nodes.ts'
import { withoutInnerHeadings } from '../text/sentinels.ts'
import { clean } from '../text/text.ts'
import { removeBanners } from './banners.ts'
import { formatters } from './formatters.ts'
import { describePictures } from './pictures.ts'
import { asHtml } from './xhtml.ts'

/** Elements of a page that do not belong to its text. */
const AROUND = [
  'title',
  'nav',
  'footer',
  'aside',
  'form',
  'dialog',
  'script',
  'style',
  'svg',
  'iframe',
  'textarea',
  'select',
  'datalist',
  'input',
  '[role="navigation"]',
  '[role="banner"]',
  '[role="contentinfo"]',
]

const TO_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  formatters: {
    ...formatters,
    // Writes headings as `sectionsOf` reads them.
    markdownHeading(element, walk, builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      const level = /^[1-6]$/.exec(element.attribs?.[LEVEL] ?? '')?.[0] ?? element.name?.[1]
      builder.addInline(`${'#'.repeat(Number(level))} `)
      walk(element.children, builder)
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
  // Without the zero-width space, which html-to-text would take for a blank.
  whitespaceCharacters: ' \t\r\n\f',
  selectors: [
    ...AROUND.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    // Writes rows as lines, because tables may be layout: columns side by side would cut sentences.
    { selector: 'table', format: 'namedTable' },
    ...['figure', 'figcaption'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { suffix: ' ' },
    })),
    ...['b', 'strong'].map((selector) => ({ selector, format: 'boldQuestion' })),
    { selector: 'details', format: 'unfolding' },
    { selector: 'dl', format: 'definitions' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      format: 'markdownHeading',
    })),
  ],
}

/** Keeps a heading's level from Readability, which turns first headings into second headings. */
const LEVEL = 'data-parley-level'

/** The share of the page's text without links that its main part must have. */
const ENOUGH = 0.7

/**
 * Reads a page's main text and its title. The page marks its main part (`main`, `article`), or else
 * Readability finds it. If the main part lacks much of the page's text, the whole page is read,
 * without navigation and the like.
 * @throws AppError file_unreadable
 */
export async function readHtml(
  source: string,
  withBanners = false,
): Promise<{ text: string; title: string | null }> {
  const { document, title, hadBanners } = openPage(asHtml(source), withBanners)
  const html = String(document)
  const whole = toText(html)
  if (hadBanners && !/[\p{L}\p{N}]/u.test(whole)) return readHtml(source, true)
  const enough = ENOUGH * toText(html, ['body'], [{ selector: 'a', format: 'skip' }]).length
  const isEnough = (text: string) => text.length > 0 && text.length >= enough
  const marked = toText(html, ['main', '[role="main"]', 'article'])
  const text = isEnough(marked) ? marked : [readMain(document)].find(isEnough)
  return { text: text ?? whole, title }
}

/**
 * Reads all text of a part of a book, which has nothing around its text, and its title.
 * @throws AppError file_unreadable
 */
export function readChapter(source: string): { text: string; title: string | null } {
  const { document, title } = openPage(source, true)
  return { text: toText(String(document), undefined, BESIDE), title }
}

/** Boxes and notes, which are part of a book. */
const BESIDE = [{ selector: 'aside', format: 'block' }]

export function parsePage(source: string): HtmlDocument {
  const page = /<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`
  const { document } = parseHTML(page) as unknown as { document: HtmlDocument }
  return document
}

/** Parses a page, and removes what its readers do not see, and what means nothing in a text. */
function openPage(source: string, withBanners: boolean) {
  const document = parsePage(source)
  removePermalinks(document)
  for (const lineBreak of document.querySelectorAll(BREAKS)) lineBreak.replaceWith(' ')
  const titles = ['title', 'h1'].map((name) => document.querySelector(name)?.textContent ?? '')
  const title = titles.map((text) => clean(text).replace(/\n+/g, ' ')).find(Boolean) ?? null
  const hadBanners = !withBanners && removeBanners(document)
  removeHidden(document)
  if (isTooDeep(document)) throw unreadable('The page is nested too deeply.')
  openAnswers(document)
  describePictures(document)
  for (const mark of document.querySelectorAll(FOOTNOTE_MARKS)) mark.remove()
  for (const heading of document.querySelectorAll(HEADINGS))
    if (!heading.textContent?.trim()) heading.remove()
  return { document, title: title?.slice(0, MAX_TITLE) ?? null, hadBanners }
}

/**
 * Makes plain blocks of `nav` elements that have the answer to the question before them: Webflow
 * builds its accordions of them.
 */
function openAnswers(document: HtmlDocument): void {
  for (const nav of document.querySelectorAll('nav')) {
    const label = (nav as HtmlElement & HtmlNode).previousElementSibling
    if (!label || nav.querySelector('a[href]') || !isQuestion(labelIn(label) ?? '')) continue
    const block = document.createElement('div')
    for (const child of [...nav.childNodes]) block.appendChild?.(child)
    nav.replaceWith(block)
  }
}

/** Reads the text of an HTML fragment. @throws AppError file_unreadable */
export function textOfFragment(source: string, more?: HtmlToTextOptions['selectors']): string {
  const { document } = parseHTML(`<html><body>${source}`) as unknown as { document: HtmlDocument }
  removeHidden(document)
  if (isTooDeep(document)) throw unreadable('The page is nested too deeply.')
  describePictures(document)
  return toText(String(document), undefined, more)
}

const MAX_TITLE = 300
const HEADINGS = 'h1, h2, h3, h4, h5, h6'

/** Removes links of headings to themselves, as in `Install ¶`. */
function removePermalinks(document: HtmlDocument): void {
  for (const link of document.querySelectorAll(PERMALINKS))
    if (PERMALINK.test(withoutHidden(link.textContent ?? '').trim())) link.remove()
  for (const heading of document.querySelectorAll(HEADINGS)) {
    const last = [...heading.childNodes].at(-1)
    if (last?.nodeType === TEXT) last.textContent = last.textContent?.replace(/\s¶\s*$/, '') ?? ''
  }
}
/** Line breaks in headings, which are one line of text. */
const BREAKS = HEADINGS.replace(/h\d/g, '$& br')
const PERMALINKS = HEADINGS.replace(/h\d/g, '$& a')
const PERMALINK = /^([¶#§🔗⚓∞]|permalink|link to this heading)?\ufe0f?$/iu
const TEXT = 3

/**
 * The most levels of elements. Pages seldom have more than 60. With 1,000, conversion takes
 * seconds, and more levels overflow the stack.
 */
const MAX_LEVELS = 400

function isTooDeep(document: HtmlDocument): boolean {
  let level: HtmlNode[] = [...document.childNodes]
  for (let levels = 0; level.length; levels++) {
    if (levels > MAX_LEVELS) return true
    level = level.flatMap((node) => [...node.childNodes])
  }
  return false
}
/**
 * Footnote marks of Wikipedia, kramdown, ARIA and EPUB, and Wikipedia's edit links. A mark such as `[1]`
 * means nothing without its note.
 */
const FOOTNOTE_MARKS =
  'sup.reference, .mw-editsection, sup[id^="fnref"], [role="doc-noteref"], [epub\\:type~="noteref"]'

/**
 * Turns HTML into text with Markdown headings, and with marks around questions and their answers.
 */
export function toText(
  html: string,
  main?: string[],
  more: HtmlToTextOptions['selectors'] = [],
): string {
  const baseElements = main
    ? { selectors: main, returnDomByDefault: false }
    : { selectors: ['body'] }
  const text = convert(html, {
    ...TO_TEXT,
    selectors: [...TO_TEXT.selectors!, ...more],
    baseElements,
  })
  return withoutInnerHeadings(clean(text))
}

/** The most elements of a page for Readability. With more, it takes longer than a page may. */
const MAX_ELEMENTS = 20_000

function readMain(document: HtmlDocument): string {
  if (document.querySelectorAll('*').length > MAX_ELEMENTS) return ''
  for (const heading of document.querySelectorAll(HEADINGS))
    heading.setAttribute(LEVEL, heading.localName.slice(1))
  // Unwraps buttons: Readability drops them, but the questions of an accordion are buttons.
  for (const button of document.querySelectorAll('button')) button.replaceWith(...button.childNodes)
  const article = new Readability(document as never).parse()
  return article?.content ? toText(`<body>${article.content}</body>`) : ''
}
