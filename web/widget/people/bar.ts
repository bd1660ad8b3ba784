import type { Keeper } from '../api/memory.ts'
import { el, set } from '../dom.ts'
import type { Texts } from '../locales.ts'
import type { Desk } from './desk.ts'

export interface BarOptions {
  desk: Desk
  keeper: Keeper
  texts(): Texts
  locale(): string
}

/** Says above the messages which people answer, and when, and asks for an address if nobody is there. */
export function makeBar({ desk, keeper, texts, locale }: BarOptions) {
  const face = el('b', { class: 'face', 'aria-hidden': 'true' })
  // Always in the tree, because screen readers miss a status that appears together with its text.
  const status = el('div', { class: 'who', role: 'status', dir: 'auto' })
  const field = el('input', {
    ...{ type: 'email', required: true, autocomplete: 'email', maxlength: 254, dir: 'ltr' },
  })
  const button = el('button', { type: 'submit', class: 'leave' })
  const form = el('form', { class: 'why', hidden: true }, field, button)
  const element = el('div', { class: 'people' }, el('div', { class: 'row' }, face, status), form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    desk.leaveEmail(field.value.trim())
  })

  function textOf(words: Texts): string {
    if (desk.hasFailed) return words.failed
    if (!desk.hasPeople()) return desk.isReturned ? words.person_left : ''
    const { assignee, is_open, opens_at, expected_wait_seconds } = desk.state!
    if (assignee) return words.person_here.replace('{name}', assignee.name ?? words.team)
    const { email } = keeper.memory
    if (email && asksForEmail()) return words.email_saved.replace('{email}', email)
    if (is_open === false) {
      const form = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
      const time = opens_at && new Intl.DateTimeFormat(locale(), form).format(new Date(opens_at))
      return words.person_away + (time ? ` ${words.person_opens.replace('{time}', time)}` : '')
    }
    if (!expected_wait_seconds) return words.person_waits
    const minutes = String(Math.max(1, Math.ceil(expected_wait_seconds / 60)))
    return words.person_minutes.replace('{minutes}', minutes)
  }

  const asksForEmail = () => Boolean(desk.state?.asks_for_email || desk.state?.is_open === false)

  return {
    element,
    update() {
      const words = texts()
      const text = textOf(words)
      // Setting the same text again would make screen readers repeat it.
      if (status.textContent !== text) status.textContent = text
      const name = desk.hasPeople() && desk.state!.assignee ? (desk.state!.assignee.name ?? words.team) : ''
      face.textContent = initialsOf(name)
      face.hidden = !name
      element.hidden = !text
      const { assignee } = desk.state ?? {}
      form.hidden = !(desk.hasPeople() && !assignee && asksForEmail() && !keeper.memory.email)
      set(field, { placeholder: words.email, 'aria-label': words.email })
      button.textContent = words.send
    },
  }
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words[words.length - 1] : '']
  return ([...first][0] ?? '').toUpperCase() + ([...last][0] ?? '').toUpperCase()
}
