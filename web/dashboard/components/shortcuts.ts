import { t } from '../lib/texts.tsx'

/**
 * A shortcut of the dashboard. The dialog that `?` opens lists them all, and `Keys.tsx` acts on the
 * first two groups.
 */
export interface Shortcut {
  /** The keys, pressed one after the other. */
  keys: readonly string[]
  what: string
}

export const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** The key that opens a section after `g`. */
export const SECTION_KEYS: Readonly<Record<string, string>> = {
  '/': 'o',
  '/inbox': 'i',
  '/conversations': 'c',
  '/customers': 'u',
  '/agents': 'a',
  '/knowledge': 'k',
  '/tools': 't',
  '/widgets': 'w',
  '/applications': 'p',
  '/webhooks': 'h',
  '/analytics': 'y',
  '/connections': 'n',
  '/people': 'm',
  '/audit': 'l',
  '/organization': 's',
}

/**
 * The keys of the palette. They type no character, so they also work in fields, and cannot be
 * switched off.
 */
export const PALETTE_KEYS = [isMac ? '⌘ K' : t('Ctrl K')]

export const GENERAL: readonly Shortcut[] = [
  { keys: PALETTE_KEYS, what: t('Search, go somewhere, create something') },
  { keys: ['?'], what: t('Show the shortcuts') },
]

/** Keys that a part of a page handles while it has the focus. */
export const IN_PLACES: readonly Shortcut[] = [
  { keys: ['↑', '↓'], what: t('Move in the navigation, or in a list of results') },
  { keys: [t('Home'), t('End')], what: t('First or last of them') },
  { keys: [t('Enter')], what: t('Open what is chosen; send a message in the playground') },
  { keys: [t('Esc')], what: t('Close a dialog') },
  { keys: ['j'], what: t('Next conversation') },
  { keys: ['k'], what: t('Previous conversation') },
  { keys: ['/'], what: t('Search the conversations') },
]

/** Keys of the inbox. */
export const IN_INBOX: readonly Shortcut[] = [
  { keys: ['t'], what: t('Take the conversation, from its agent or a colleague as well') },
  { keys: ['a'], what: t('Assign it to a colleague') },
  { keys: ['r'], what: t('Write a reply') },
  { keys: ['n'], what: t('Write a note to colleagues') },
  { keys: ['s'], what: t('Ask the agent for a suggestion') },
  { keys: ['u'], what: t('Use the suggestion') },
  { keys: ['/'], what: t('Insert a saved answer, at the start of an empty reply as well') },
  { keys: ['b'], what: t('Return it to the agent') },
  { keys: ['x'], what: t('Close it') },
  { keys: ['1', '2', '3'], what: t('Show the queue, yours, or all') },
  { keys: [t('Esc')], what: t('Leave the field; close the suggestion; go back to the list') },
]

const KEPT = 'parley-shortcuts'
const OFF = 'off'

/** Whether shortcuts of single characters are on. The user can switch them off in this browser. */
export function areOn(): boolean {
  try {
    return localStorage.getItem(KEPT) !== OFF
  } catch {
    return true
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    localStorage.setItem(KEPT, on ? 'on' : OFF)
  } catch {
    // Storage is blocked, so the shortcuts stay on.
  }
}

/** Whether this element uses keys itself, to type or to choose. */
export const takesKeys = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select, [role=combobox], [role=listbox]'))
