type Attributes = Record<string, string | number | boolean | undefined>

/**
 * Creates an element. Leaves out attributes that are false or undefined. Strings become text, never
 * HTML.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  set(element, attributes)
  element.append(...children)
  return element
}

/** Sets attributes, and removes those that are false or undefined. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === false || value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : String(value))
}

const SVG = 'http://www.w3.org/2000/svg'

/** Draws lines on a grid of 24 by 24, in the colour of the surrounding text. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  set(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  const line = document.createElementNS(SVG, 'path')
  set(line, { d: path })
  svg.append(line)
  return svg
}

/** Creates a button with an icon. Its name is for screen readers and the tooltip. */
export function iconButton(name: string, className: string, path: string, onClick: () => void) {
  const button = el('button', { type: 'button', class: className }, icon(path))
  rename(button, name)
  button.addEventListener('click', onClick)
  return button
}

export const rename = (element: Element, name: string) =>
  set(element, { 'aria-label': name, title: name })
