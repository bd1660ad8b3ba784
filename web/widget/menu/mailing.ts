import type { Keeper } from '../api/memory.ts'
import { el, set } from '../dom.ts'
import type { Texts } from '../locales.ts'
import type { Desk } from '../people/desk.ts'

/**
 * Makes the form that mails the transcript. It asks for an address and, if the address must be
 * verified, for the code from a mail.
 */
export function makeMailing(desk: Desk, keeper: Keeper, texts: () => Texts, onEnd: () => void) {
  const status = el('div', { role: 'status', dir: 'auto' })
  const field = el('input', { required: true, dir: 'ltr' })
  const button = el('button', { type: 'submit', class: 'leave' })
  const form = el('form', { class: 'why', hidden: true }, field, button)
  const element = el('div', { class: 'people', hidden: true }, status, form)
  let asksForCode = false

  function ask(forCode: boolean, text: string): void {
    const words = texts()
    asksForCode = forCode
    status.textContent = text
    const name = forCode ? words.code : words.email
    set(field, {
      type: forCode ? 'text' : 'email',
      autocomplete: forCode ? 'one-time-code' : 'email',
      inputmode: forCode ? 'numeric' : 'email',
      maxlength: forCode ? 6 : 254,
      placeholder: name,
      'aria-label': name,
    })
    field.value = forCode ? '' : (keeper.memory.email ?? '')
    button.textContent = words.send
    form.hidden = false
    field.focus()
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const value = field.value.trim()
    if (!asksForCode && value !== keeper.memory.email) {
      await desk.leaveEmail(value)
      if (desk.problem) return
    }
    const state = await desk.mailTranscript(asksForCode ? value : undefined)
    const words = texts()
    if (state === 'code_sent') ask(true, words.code_sent)
    else if (state === 'on_its_way') {
      status.textContent = words.transcript_sent
      form.hidden = true
      onEnd()
    } else status.textContent = words[state]
  })

  return {
    element,
    /** Opens the form, or closes it without sending a mail. */
    toggle() {
      element.hidden = !element.hidden
      if (element.hidden) onEnd()
      else ask(false, texts().mail_transcript)
    },
    hide() {
      element.hidden = true
    },
  }
}
