import { el } from '../dom.ts'

/** Pixels of a photo a side: those of the largest face on a screen of high density. */
const SIDE = 96

/**
 * A person's initials, and their photo in place of them once it is there. It is drawn, because a page's policy need not allow
 * pictures then.
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
        const canvas = el('canvas', { width: SIDE, height: SIDE })
        const { width, height } = image
        const side = Math.min(width, height)
        canvas
          .getContext('2d')!
          .drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE)
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
