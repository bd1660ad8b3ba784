import type { Action } from '../api/records.ts'
import type { Chat } from '../chat.ts'
import { el, iconButton, rename, set } from '../dom.ts'
import { filesOf } from '../files/shown.ts'
import type { Texts } from '../locales.ts'
import { makeFace } from '../people/face.ts'
import { citationsOf } from './citations.ts'
import { type Entry, isAnnouncement, shownActions, wordsOf } from './entries.ts'
import { showMarkdown } from './markdown.ts'

const UP =
  'M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.4 3L13 9h5.5a2 2 0 0 1 2 2.4l-1.4 7A2 2 0 0 1 17 20H7'
const DOWN =
  'M17 13V4h3v9zM17 13l-4 8a2.5 2.5 0 0 1-2.4-3l.4-3H5.500a2 2 0 0 1-2-2.4l1.400-7A2 2 0 0 1 7 4h10'
const ARROW = 'M12 5v14M6 13l6 6 6-6'
/** A reader who is this near to the end, in px, follows new messages. */
const NEAR_PX = 80
/** The space above a reply that is longer than the window, in px. */
const ABOVE_PX = 14
const COPIED_MS = 2_000
const MAX_COMMENT = 2_000

interface Drawn {
  element: HTMLElement
  state: Entry['state']
  body: HTMLElement
}

export interface LogOptions {
  /** The script's own address. */
  src: string
  texts(): Texts
  /** The language of times (BCP 47). */
  locale(): string
  /** The suggested questions. */
  questions(): readonly string[]
  /** Whether visitors can ask for a person. */
  offersPeople(): boolean
  /** Called when a suggested question is picked. Its button disappears, so the focus must move. */
  onPick(): void
  /** Called when the visitor asks for a person. */
  onCall(): void
}

/** The list of messages. Screen readers announce each message once, when it is complete. */
export function makeLog(
  chat: Chat,
  { src, texts, locale, questions, offersPeople, onPick, onCall }: LogOptions,
) {
  const list = el('div', { class: 'list' })
  const scroller = el('div', { class: 'log', role: 'log', tabindex: 0 }, list)
  const newest = iconButton('', 'newest', ARROW, () => toEnd())
  newest.hidden = true
  const element = el('div', { class: 'middle' }, scroller, newest)
  let drawn = new Map<Entry, Drawn>()
  let intro: HTMLElement[] = []
  let frame = 0
  /**
   * The position to which the chat last scrolled. At any other position, the reader has scrolled.
   */
  let followed = 0

  const isNearEnd = () =>
    scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_PX
  const focus = () => scroller.focus({ preventScroll: true })
  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight
    followed = scroller.scrollTop
    if (newest.matches(':focus')) focus()
    newest.hidden = true
  }
  /** Shows the end, or the beginning of a last message that is longer than the window. */
  const toNewest = () => {
    const last = list.lastElementChild as HTMLElement | null
    toEnd()
    if (!last?.classList.contains('it')) return
    scroller.scrollTop = Math.min(followed, last.offsetTop - ABOVE_PX)
    followed = scroller.scrollTop
    newest.hidden = isNearEnd()
  }
  /** Moves the focus to the list if the focused element disappears, so that it is not lost. */
  function keepingFocus(change: () => void): void {
    const hadFocus = list.matches(':focus-within')
    change()
    if (hadFocus && !list.matches(':focus-within')) focus()
  }
  /** Keeps new content in view, unless the reader has scrolled up. */
  function following(change: () => void): void {
    const isFollowing = isNearEnd() || Math.abs(scroller.scrollTop - followed) < 2
    keepingFocus(change)
    if (isFollowing) toNewest()
    else newest.hidden = isNearEnd()
  }
  // A picture gets its height when it has loaded.
  list.addEventListener('load', () => following(() => undefined), true)
  scroller.addEventListener('scroll', () => {
    if (isNearEnd()) newest.hidden = true
  })

  /** @param who the name that screen readers read first */
  function bubble(
    side: 'me' | 'it',
    who: string,
    body: HTMLElement,
    ...below: Node[]
  ): HTMLElement {
    body.classList.add('bubble')
    set(body, { dir: 'auto' })
    return el(
      'div',
      { class: `message ${side}` },
      el('span', { class: 'sr' }, `${who}: `),
      body,
      ...below,
    )
  }

  function draw(entry: Entry): Drawn {
    const words = texts()
    const { you, reply, typing, helpful, unhelpful } = words
    const body = el('div')
    const done = (element: HTMLElement) => ({ element, state: entry.state, body })
    if (entry.role === 'user') {
      body.textContent = wordsOf(entry)
      body.hidden = !body.textContent
      return done(bubble('me', you, body, ...filesOf(entry.files, chat)))
    }
    if (entry.state === 'waiting') {
      // The message is on its way to people, and none of them is writing yet.
      if (chat.desk.hasPeople()) return done(el('div', { hidden: true }))
      const shown = entry.tool ?? (entry.isSlow && words.slow)
      body.append(
        shown ? el('span', { dir: 'auto' }, shown) : el('span', { class: 'sr' }, typing),
        ...[1, 2, 3].map(() => el('i')),
      )
      body.classList.add('dots')
      return done(bubble('it', reply, body))
    }
    const said = wordsOf(entry)
    showMarkdown(body, said, entry.state === 'streaming', copyButton)
    body.hidden = !said && entry.role === 'person'
    if (entry.isAutomatic) return done(bubble('it', reply, body))
    if (entry.role === 'person') {
      const name = entry.author ?? words.team
      const by = el('span', { class: 'by', dir: 'auto', 'aria-hidden': 'true' }, name)
      const element = bubble('it', name, body, ...filesOf(entry.files, chat))
      element.prepend(el('div', { class: 'row signed' }, makeFace(name, entry.photo, src), by))
      return done(element)
    }
    if (entry.state === 'streaming') {
      const element = bubble('it', reply, body)
      set(element, { 'aria-live': 'off', 'aria-busy': 'true' })
      return done(element)
    }
    if (entry.state === 'failed') return done(problemOf(entry, body))
    // The announcement of a handoff is no answer that could be helpful.
    if (entry.reply && isAnnouncement(entry.reply)) return done(bubble('it', reply, body))
    const rate = (rating: number, name: string, path: string) => {
      const button = iconButton(name, 'thumb', path, () => chat.rate(entry, rating))
      set(button, { 'data-rating': rating, 'aria-pressed': String(entry.rating === rating) })
      return button
    }
    const foot = el('div', { class: 'foot' }, rate(5, helpful, UP), rate(1, unhelpful, DOWN))
    const element = bubble(
      'it',
      reply,
      body,
      ...citationsOf(entry.reply?.citations ?? [], words),
      foot,
    )
    askWhy(entry, element)
    showActions(entry, body)
    return done(element)
  }

  /** A button that copies a block of code. Pages without https cannot copy. */
  function copyButton(code: HTMLElement): Node {
    if (!navigator.clipboard) return el('span')
    const { copy, copied } = texts()
    const button = el('button', { type: 'button', class: 'copy' }, copy)
    button.addEventListener('click', () =>
      navigator.clipboard.writeText(code.textContent ?? '').then(
        () => {
          button.textContent = copied
          setTimeout(() => {
            button.textContent = copy
          }, COPIED_MS)
        },
        // The page's policy forbids copying, so the code is selected for the visitor to copy.
        () => getSelection()?.selectAllChildren(code),
      ),
    )
    return button
  }

  /** Shows what the agent does only if somebody agrees. The cards' code loads with the first one. */
  function showActions(entry: Entry, body: HTMLElement): void {
    const actions = shownActions(entry.reply)
    if (!actions.length) return
    const deciding = {
      texts: texts(),
      locale: locale(),
      decide: (action: Action, decision: 'approve' | 'deny') =>
        chat.decide(entry, action, decision),
    }
    import('./action.ts').then(
      ({ drawCards, styleCards }) => {
        styleCards(scroller.getRootNode() as ShadowRoot)
        if (body.isConnected) following(() => drawCards(body, actions, deciding))
      },
      // Without a connection, the next change of the reply tries again.
      () => {},
    )
  }

  /** Asks what was wrong, below a reply that was rated as unhelpful. */
  function askWhy(entry: Entry, element: HTMLElement): void {
    const shown = element.querySelector('.why')
    if (entry.rating !== 1) {
      shown?.remove()
      return
    }
    const words = texts()
    if (entry.isExplained) {
      const thanks = el('p', { class: 'why', tabindex: -1 }, words.thanks)
      const hadFocus = shown?.matches(':focus-within')
      if (shown) shown.replaceWith(thanks)
      if (hadFocus) thanks.focus({ preventScroll: true })
      return
    }
    if (shown) return
    const { comment: label, send } = words
    const field = el('textarea', {
      rows: 2,
      maxlength: MAX_COMMENT,
      dir: 'auto',
      'aria-label': label,
      placeholder: label,
    })
    const button = el('button', { type: 'submit', class: 'again' }, send)
    const form = el('form', { class: 'why' }, field, button)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const comment = field.value.trim()
      if (comment) chat.explain(entry, comment)
      else field.focus()
    })
    element.append(form)
  }

  /** Counts down on a button, and enables it at the end. */
  function countDown(button: HTMLElement, until: number): void {
    const name = button.textContent!
    const time = el('span', { 'aria-hidden': 'true' })
    button.append(' ', time)
    const tick = () => {
      const seconds = Math.ceil((until - Date.now()) / 1000)
      set(button, { 'aria-disabled': seconds > 0 && 'true' })
      if (seconds <= 0) {
        button.textContent = name
        return
      }
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
      setTimeout(() => button.isConnected && tick(), 1000)
    }
    tick()
  }

  function problemOf(entry: Entry, body: HTMLElement): HTMLElement {
    const words = texts()
    const problem = entry.problem ?? 'failed'
    const line = el('p', { class: 'problem' }, el('span', { dir: 'auto' }, words[problem]))
    if (problem !== 'unavailable') {
      const name = problem === 'session_ended' ? words.new_session : words.retry
      const again = el('button', { type: 'button', class: 'again' }, name)
      again.addEventListener(
        'click',
        () => again.hasAttribute('aria-disabled') || chat.retry(entry),
      )
      if (entry.until) countDown(again, entry.until)
      line.append(' ', again)
      if (offersPeople() && problem !== 'session_ended') {
        const person = el('button', { type: 'button', class: 'again' }, words.person)
        person.addEventListener('click', onCall)
        line.append(' ', person)
      }
    }
    if (entry.content) return bubble('it', words.reply, body, line)
    return el('div', { class: 'message it' }, line)
  }

  function update(entry: Entry): void {
    const before = drawn.get(entry)
    if (before?.state === 'streaming' && entry.state === 'streaming') {
      showMarkdown(before.body, entry.content, true)
      return
    }
    if (before?.state === 'done' && entry.state === 'done') {
      for (const button of before.element.querySelectorAll('[data-rating]'))
        set(button, {
          'aria-pressed': String(button.getAttribute('data-rating') === String(entry.rating)),
        })
      following(() => askWhy(entry, before.element))
      showActions(entry, before.body)
      return
    }
    const now = draw(entry)
    drawn.set(entry, now)
    // Replaces the element, because screen readers announce only what is added to a log.
    if (before) before.element.replaceWith(now.element)
    else {
      const below = drawn.get(chat.entries[chat.entries.indexOf(entry) + 1]!)
      list.insertBefore(now.element, below?.element ?? null)
    }
  }

  function introduce(): void {
    const { greeting, reply } = texts()
    const body = el('div')
    showMarkdown(body, greeting)
    intro = [bubble('it', reply, body)]
    const offered = chat.entries.length ? [] : questions()
    if (offered.length) {
      const chips = offered.map((question) => {
        const chip = el('button', { type: 'button', class: 'chip', dir: 'auto' }, question)
        chip.addEventListener('click', () => {
          onPick()
          chat.send(question)
        })
        return chip
      })
      intro.push(el('div', { class: 'chips' }, ...chips))
    }
    list.append(...intro)
  }

  return {
    element,
    toEnd,
    toNewest,
    focus,
    entry(entry: Entry) {
      if (entry.role === 'user') {
        intro[1]?.remove()
        update(entry)
        return toEnd()
      }
      if (entry.state !== 'streaming') {
        cancelAnimationFrame(frame)
        frame = 0
        return following(() => update(entry))
      }
      frame ||= requestAnimationFrame(() => {
        frame = 0
        following(() => update(entry))
      })
    },
    all() {
      // Screen readers must not announce messages that were shown before.
      set(scroller, { 'aria-live': 'off', 'aria-label': texts().messages })
      rename(newest, texts().newest)
      drawn = new Map()
      keepingFocus(() => {
        list.replaceChildren()
        introduce()
        for (const entry of chat.entries) update(entry)
      })
      toNewest()
      setTimeout(() => set(scroller, { 'aria-live': 'polite' }), 100)
    },
  }
}
