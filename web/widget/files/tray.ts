import { Failure } from '../api/failure.ts'
import type { Attached } from '../api/records.ts'
import type { Chat } from '../chat.ts'
import { el, icon, iconButton, rename, set } from '../dom.ts'
import type { Texts } from '../locales.ts'
import { PAPER } from './shown.ts'

const CLIP =
  'M20 11.500l-8 8a5 5 0 0 1-7-7l8.500-8.500a3.300 3.300 0 0 1 4.700 4.700L9.700 17.200a1.700 1.700 0 0 1-2.400-2.400l7.700-7.600'
const CROSS = 'M7 7l10 10M17 7L7 17'
/** The types that the server accepts. The server reads the type from the bytes. */
const TYPES = /^(image\/(png|jpeg|webp|gif)|application\/pdf)$/
const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,application/pdf'
const MAX_FILES = 4
const MB = 1024 * 1024

/** The text for each error code. Other codes show `file_failed`. */
const PROBLEMS: Record<string, keyof Texts> = {
  rate_limited: 'limit_reached',
  payload_too_large: 'file_size',
  validation_failed: 'file_type',
}

interface Item {
  name: string
  element: HTMLElement
  /** Set once the file is uploaded. */
  attached?: Attached
  controller: AbortController
}

export interface TrayOptions {
  chat: Pick<Chat, 'upload'>
  texts(): Texts
  /** Whether visitors may attach files. */
  isOffered(): boolean
  onChange(): void
  /** Takes the focus when the focused element disappears. */
  focus(): void
}

/**
 * The files of the next message, which are chosen, pasted or dropped. They are uploaded at once,
 * one after the other.
 */
export function makeTray({ chat, texts, isOffered, onChange, focus }: TrayOptions) {
  const input = el('input', { type: 'file', multiple: true, hidden: true, accept: ACCEPT })
  const button = iconButton('', 'clip', CLIP, () => input.click())
  const list = el('ul', { class: 'files' })
  // Always in the tree, because screen readers miss a status that appears together with its text.
  const status = el('p', { class: 'said', role: 'status', dir: 'auto' })
  const items: Item[] = []
  let uploads: Promise<void> = Promise.resolve()

  const announce = (text: string) => {
    status.textContent = text
  }

  function problemOf({ name, type, size }: File): string | undefined {
    const words = texts()
    if (items.length === MAX_FILES) return words.file_many
    if (type && !TYPES.test(type)) return `${name}: ${words.file_type}`
    return size > (type === 'application/pdf' ? 10 : 5) * MB
      ? `${name}: ${words.file_size}`
      : undefined
  }

  function add(files: Iterable<File>): void {
    if (!isOffered()) return
    announce('')
    for (const file of files) {
      const problem = problemOf(file)
      if (problem) announce(problem)
      else begin(file)
    }
    onChange()
  }

  function begin(file: File): void {
    const { name } = file
    const { remove, uploading } = texts()
    const cross = iconButton(remove.replace('{name}', name), 'thumb', CROSS, () => drop(item, true))
    const bar = el('progress', { max: 1, 'aria-label': uploading.replace('{name}', name) })
    const element = el(
      'li',
      { class: 'file' },
      pictureOf(file),
      el('span', { dir: 'auto' }, name),
      bar,
      cross,
    )
    const item: Item = { name, element, controller: new AbortController() }
    items.push(item)
    list.append(element)
    uploads = uploads.then(async () => {
      const { signal } = item.controller
      if (signal.aborted) return
      try {
        item.attached = await chat.upload(file, signal, (share) => {
          bar.value = share
        })
        bar.remove()
      } catch (error) {
        if (signal.aborted) return
        const code = error instanceof Failure ? error.code : ''
        drop(item)
        announce(
          `${name}: ${texts()[(Object.hasOwn(PROBLEMS, code) && PROBLEMS[code]) || 'file_failed']}`,
        )
      }
      onChange()
    })
  }

  /** @param isAsked whether the visitor removes it */
  function drop(item: Item, isAsked = false): void {
    const at = items.indexOf(item)
    if (at < 0) return
    const hadFocus = item.element.matches(':focus-within')
    item.controller.abort()
    items.splice(at, 1)
    item.element.remove()
    if (isAsked) announce('')
    const next = list.children[Math.min(at, items.length - 1)]?.querySelector('button')
    if (hadFocus && next) next.focus()
    else if (hadFocus) focus()
    onChange()
  }

  function clear(): void {
    for (const { controller } of items.splice(0)) controller.abort()
    list.replaceChildren()
    announce('')
  }

  input.addEventListener('change', () => {
    add(input.files ?? [])
    // The same file can be chosen once more.
    input.value = ''
  })

  return {
    element: el('div', { class: 'tray' }, list, status),
    button,
    input,
    add,
    clear,
    isEmpty: () => items.length === 0,
    isUploading: () => items.some(({ attached }) => !attached),
    /** Returns the files, and removes them from the next message. */
    take(): Attached[] {
      const taken = items.flatMap(({ attached }) => attached ?? [])
      clear()
      return taken
    },
    label: () => rename(button, texts().attach),
    update: () => set(button, { hidden: !isOffered() }),
  }
}

/**
 * Returns a small picture of an image, or an icon for other files and where the page's policy
 * forbids pictures from a blob.
 */
function pictureOf(file: File): Element {
  const sign = icon(PAPER)
  if (!file.type.startsWith('image/')) return sign
  const image = el('img', { alt: '' })
  image.addEventListener('error', () => image.replaceWith(sign))
  image.src = URL.createObjectURL(file)
  return image
}
