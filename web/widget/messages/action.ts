import type { Action } from '../api/records.ts'
import { el } from '../dom.ts'
import type { Texts } from '../locales.ts'
import { duration } from '../people/times.ts'
import css from './action.css?inline'

/** Milliseconds between two looks at the time that is left. */
const TICK_MS = 10_000
/** The most characters of a value that the card shows. */
const MAX_VALUE = 300

/** What cards need of the chat. */
export interface Deciding {
  texts: Texts
  /** BCP 47 */
  locale: string
  decide(action: Action, decision: 'approve' | 'deny'): void
}

/** The text of each state, but for calls that wait. */
const STATES: Record<string, keyof Texts> = {
  approved: 'action_working',
  pending: 'action_working',
  succeeded: 'action_done',
  failed: 'action_undone',
  denied: 'action_undone',
  unknown: 'action_checking',
  expired: 'action_expired',
}

const adopted = new WeakSet<ShadowRoot>()
let count = 0

/** Gives a shadow root the styles of the cards, once. */
export function styleCards(root: ShadowRoot): void {
  if (adopted.has(root)) return
  adopted.add(root)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/**
 * Draws a card for each action: the question, what it is about, and buttons to answer, or what came
 * of it. A card whose state has not changed stays as it is, so that screen readers do not read it
 * again.
 * @param below the element after which the cards stand
 */
export function drawCards(below: Element, actions: readonly Action[], deciding: Deciding): void {
  const message = below.parentElement!
  let last = below
  for (const action of actions) {
    const id = `[data-call="${action.call_id}"]`
    const shown = message.querySelector(id)
    const state = stateOf(action)
    if (shown?.getAttribute('data-state') !== state) {
      const card = cardOf(action, state, deciding)
      if (shown) shown.replaceWith(card)
      else last.after(card)
    }
    last = message.querySelector(id)!
  }
}

const msLeft = ({ expires_at }: Action) =>
  expires_at ? Date.parse(expires_at) - Date.now() : Number.POSITIVE_INFINITY

const stateOf = (action: Action) =>
  action.state === 'waiting' && msLeft(action) <= 0 ? 'expired' : action.state

function cardOf(action: Action, state: string, deciding: Deciding): HTMLElement {
  const id = `action-${++count}`
  const card = el('div', {
    class: 'card act',
    role: 'group',
    'aria-labelledby': id,
    'data-call': action.call_id,
    'data-state': state,
  })
  card.append(
    el('strong', { id, dir: 'auto' }, action.words ?? action.title),
    ...valuesOf(action),
    ...(state === 'waiting' ? answersOf(action, card, deciding) : [stateLine(state, deciding)]),
  )
  return card
}

const stateLine = (state: string, { texts }: Deciding) =>
  el('p', { class: 'is' }, texts[STATES[state] ?? 'action_checking'])

/** Lists the arguments by their titles. */
function valuesOf({ arguments: input, argument_titles: titles }: Action): HTMLElement[] {
  const rows = Object.entries(input ?? {}).map(([name, value]) =>
    el(
      'div',
      {},
      el('dt', { dir: 'auto' }, titles?.[name] ?? name.replaceAll('_', ' ')),
      el('dd', { dir: 'auto' }, textOf(value)),
    ),
  )
  return rows.length ? [el('dl', {}, ...rows)] : []
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

/** Two buttons, and the time for which they can be pressed. */
function answersOf(action: Action, card: HTMLElement, deciding: Deciding): HTMLElement[] {
  const { texts, locale, decide } = deciding
  const answer = (name: string, className: string, decision: 'approve' | 'deny') => {
    const button = el('button', { type: 'button', class: className }, name)
    button.addEventListener('click', () => decide(action, decision))
    return button
  }
  const left = el('p', { class: 'left', 'aria-live': 'off' })
  const tick = () => {
    const ms = msLeft(action)
    if (ms <= 0) return card.replaceWith(cardOf(action, 'expired', deciding))
    if (ms === Number.POSITIVE_INFINITY) return
    left.textContent = texts.action_left.replace('{time}', duration(ms / 1000, locale))
    setTimeout(() => card.isConnected && tick(), Math.min(ms, TICK_MS))
  }
  tick()
  return [
    el(
      'div',
      { class: 'answers' },
      answer(texts.action_yes, 'again yes', 'approve'),
      answer(texts.action_no, 'again', 'deny'),
    ),
    left,
  ]
}
