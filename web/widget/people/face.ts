import { el } from '../dom.ts'

/**
 * Shows a person's initials, and their photo once it has loaded. The photo is drawn on a canvas,
 * because a page's policy may forbid pictures from other addresses.
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

/** Returns the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words[words.length - 1] : '']
  return ([...first][0] ?? '').toUpperCase() + ([...last][0] ?? '').toUpperCase()
}
