import { el } from '../dom.ts'

/**
 * A person's initials, and their photo in place of them once it is there. It is drawn, because a
 * page's policy need not allow pictures then.
 * @param photo its path at the server
 * @param src the script's own address
 */
export function makeFace(name: string, photo: string | null | undefined, src: string): HTMLElement {
  const face = el('b', { class: 'face', 'aria-hidden': 'true' }, initialsOf(name))
  if (photo)
    fetch(new URL(`.${photo}`, src), { credentials: 'omit' })
      .then((answer) => answer.blob())
      .then(createImageBitmap)
      .then((image) => {
        const { width, height } = image
        const canvas = el('canvas', { width, height })
        canvas.getContext('2d')!.drawImage(image, 0, 0)
        face.replaceChildren(canvas)
      })
      .catch(() => {})
  return face
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words[words.length - 1] : '']
  return ([...first][0] ?? '').toUpperCase() + ([...last][0] ?? '').toUpperCase()
}
