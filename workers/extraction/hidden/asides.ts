import { nameWords } from './faces.ts'
import type { HtmlNode } from './nodes.ts'
import type { StyledElement } from './styles.ts'

/** Roles of elements that open over the page. */
const OVER = /^(dialog|alertdialog|menu|menubar|listbox|tooltip|alert|status|navigation|search)$/
/** Elements that are no part of a page's text. */
const ASIDE = new Set('nav menu form dialog select label input img svg iframe'.split(' '))
/** Elements within lines. Hidden ones are notes such as "Copied" beside a button. */
const IN_LINES = new Set('span i b em strong small a sup sub button code abbr time'.split(' '))
/** Words in the names of what opens over the page or beside it, and of messages to its user. */
const NAMES = new Set(
  `menu submenu nav navbar navigation dropdown modal dialog popup tooltip toast lightbox overlay
  drawer offcanvas sidebar cart basket search share sharing social login signin signup cookie
  cookies consent gdpr newsletter loading loader spinner preloader skeleton error errors success
  alert warning invalid captcha honeypot hp template tpl megamenu mega ad ads advert promo sr print`.split(
    /\s+/,
  ),
)
/** Those of them that no question opens: windows, templates of scripts, and traps for robots. */
const WINDOWS = new Set(
  'modal dialog popup tooltip toast lightbox overlay offcanvas consent captcha honeypot hp template tpl'.split(
    ' ',
  ),
)
/** The share of a menu's text that its links have. */
const LINKED = 0.7

/** Whether an element opens over the page, such as a dialog, by its role. */
export const isOver = (node: StyledElement): boolean => OVER.test(node.getAttribute?.('role') ?? '')

/** Whether an element is a line's part that screen readers skip, such as an icon's name. */
export const isIcon = (node: StyledElement): boolean =>
  IN_LINES.has(node.localName ?? '') && node.getAttribute?.('aria-hidden') !== null

export const isInLine = (node: StyledElement): boolean => IN_LINES.has(node.localName ?? '')

/** Whether a closed element is no part of the page's text: a menu, a window, a message. */
export const isAside = (node: HtmlNode): boolean =>
  ASIDE.has(node.localName ?? '') || nameWords(node).some((word) => NAMES.has(word)) || isMenu(node)

/** Whether a closed element opens over the page, or never, by its names. */
export const isWindow = (node: HtmlNode): boolean =>
  nameWords(node).some((word) => WINDOWS.has(word))

function isMenu(node: HtmlNode): boolean {
  let linked = 0
  const open = [...node.childNodes]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.localName === 'a') linked += lengthOf(next)
    else open.push(...next.childNodes)
  }
  return linked > 0 && linked >= LINKED * lengthOf(node)
}

const lengthOf = (node: HtmlNode) => (node.textContent ?? '').replace(/\s+/g, '').length
