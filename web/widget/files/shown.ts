import type { Attached } from '../api/records.ts'
import type { Chat } from '../chat.ts'
import { el, icon } from '../dom.ts'

export const PAPER = 'M13 3H6v18h12V8zM13 3v5h5M9 13h6M9 17h4'

/** The files of a message: images as pictures, PDFs by their name. A click saves a file. */
export function filesOf(
  files: readonly Attached[] | undefined,
  chat: Pick<Chat, 'fileOf'>,
): HTMLElement[] {
  return files?.length
    ? [el('div', { class: 'files' }, ...files.map((file) => show(file, chat)))]
    : []
}

function show(file: Attached, { fileOf }: Pick<Chat, 'fileOf'>): HTMLElement {
  const { name, type } = file
  const sign = [icon(PAPER), el('span', { dir: 'auto' }, name)]
  const button = el('button', { type: 'button', class: 'file', title: name })
  // A file is fetched once, when it is first shown or saved.
  let address: Promise<string> | undefined
  const load = () => {
    address ??= fileOf(file).then((blob) => URL.createObjectURL(blob))
    return address
  }
  button.addEventListener('click', () =>
    load().then(
      (href) => el('a', { href, download: name }).click(),
      () => {
        // The next click tries again.
        address = undefined
      },
    ),
  )
  if (type === 'application/pdf') button.append(...sign)
  else {
    const image = el('img', { alt: name })
    const onError = () => image.replaceWith(...sign)
    image.addEventListener('error', onError)
    load().then((src) => {
      image.src = src
    }, onError)
    button.append(image)
  }
  return button
}
