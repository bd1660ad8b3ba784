import type { Keeper } from '../api/memory.ts'
import type { Chat } from '../chat.ts'
import { el, set } from '../dom.ts'
import { directionOf, type Texts } from '../locales.ts'
import { makeFace } from './face.ts'
import { dayAndTime, duration } from './times.ts'

export interface BarOptions {
  chat: Pick<Chat, 'desk' | 'entries'>
  keeper: Keeper
  /** The script's own address. */
  src: string
  texts(): Texts
  /** The language of the texts. */
  locale(): string
}

/**
 * Shows above the messages who answers, and when. Until then it asks what the question is about,
 * and for an address if no person is available.
 */
export function makeBar({ chat: { desk, entries }, keeper, src, texts, locale }: BarOptions) {
  let face = makeFace('', null, src)
  let faced = ''
  // Always in the tree, because screen readers miss a status that appears together with its text.
  const status = el('div', { class: 'who', role: 'status' })
  const field = el('input', {
    type: 'email',
    required: true,
    autocomplete: 'email',
    maxlength: 254,
    dir: 'ltr',
  })
  const button = el('button', { type: 'submit', class: 'leave' })
  const form = el('form', { class: 'why', hidden: true }, field, button)
  const again = el('button', { type: 'button', class: 'again' })
  again.addEventListener('click', () => desk.again?.())
  const element = el(
    'div',
    { class: 'people' },
    el('div', { class: 'row' }, face, status, again),
    form,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    desk.leaveEmail(field.value.trim())
  })

  /**
   * Returns the name and photo of the person who answers; '' if there is none yet. People who
   * answer from another help desk are not assigned, so their messages give the name.
   */
  function speaker(words: Texts): [name: string, photo?: string | null] {
    if (!desk.hasPeople()) return ['']
    const { assignee } = desk.state!
    if (assignee) return [assignee.name ?? words.team, assignee.photo]
    for (let at = entries.length; at--; ) {
      const { role, author, photo } = entries[at]!
      if (role === 'assistant') break
      if (author) return [author, photo]
    }
    return ['']
  }

  function showFace(name: string, photo: string | null | undefined): void {
    const shown = `${name}\n${photo}`
    if (shown !== faced) {
      const next = makeFace(name, photo, src)
      face.replaceWith(next)
      face = next
      faced = shown
    }
    face.hidden = !name
  }

  function textOf(words: Texts, name: string): string {
    if (desk.isBusy) return words.person_calls
    if (desk.problem) return words[desk.problem]
    if (!desk.hasPeople()) return desk.isReturned ? words.person_left : ''
    if (name) return words.person_here.replace('{name}', () => name)
    const { is_open, opens_at, expected_wait_seconds: wait } = desk.state!
    const { email } = keeper.memory
    const said: string[] = []
    if (is_open === false) {
      said.push(words.person_away)
      if (opens_at)
        said.push(words.person_opens.replace('{time}', dayAndTime(new Date(opens_at), locale())))
    } else
      said.push(
        wait
          ? words.person_minutes.replace('{time}', duration(wait, locale()))
          : words.person_waits,
      )
    if (email) said.push(words.email_saved.replace('{email}', () => email))
    else if (asksForEmail()) said.push(words.person_email)
    if (entries[entries.length - 1]?.role !== 'user') said.push(words.person_reason)
    return said.join(' ')
  }

  const asksForEmail = () => Boolean(desk.state?.asks_for_email || desk.state?.is_open === false)

  return {
    element,
    update() {
      const words = texts()
      const [name, photo] = speaker(words)
      const text = textOf(words, name)
      // Setting the same text again would make screen readers repeat it.
      if (status.textContent !== text) status.textContent = text
      // A name in other letters must not turn the sentence round.
      set(status, { dir: directionOf(locale()) })
      showFace(name, photo)
      element.hidden = !text
      again.hidden = !desk.again || desk.isBusy
      again.textContent = words.retry
      form.hidden = !(desk.hasPeople() && !name && asksForEmail() && !keeper.memory.email)
      set(field, { placeholder: words.email, 'aria-label': words.email })
      button.textContent = words.send
    },
  }
}
