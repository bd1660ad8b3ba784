/**
 * Colours for light and dark, with their own background, because a page's colour scheme may differ
 * from its reader's.
 */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #59636e }
  .ground { fill: #ffffff }
  .line { stroke: #d1d9e0 }
  .a { fill: #1f6fd0 } .b { fill: #0f8a5f } .c { fill: #d98200 } .d { fill: #c23a6b } .other { fill: #a9b2bc }
  .stroke-a { stroke: #1f6fd0 } .stroke-other { stroke: #a9b2bc }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .quiet { fill: #9198a1 }
    .ground { fill: #0d1117 }
    .line { stroke: #30363d }
    .a { fill: #4c9aff } .b { fill: #35b887 } .c { fill: #e8a33d } .d { fill: #ea6a9a } .other { fill: #6e7781 }
    .stroke-a { stroke: #4c9aff } .stroke-other { stroke: #6e7781 }
  }`

export type Colour = 'a' | 'b' | 'c' | 'd' | 'other'

export const WIDTH = 760

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const text = (
  x: number,
  y: number,
  content: string,
  options: { class?: string; end?: boolean } = {},
) =>
  `<text x="${round(x)}" y="${round(y)}"${options.class ? ` class="${options.class}"` : ''}${options.end ? ' text-anchor="end"' : ''}>${escaped(content)}</text>`

export const bar = (x: number, y: number, width: number, height: number, colour: Colour) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${height}" class="${colour}"/>`

export const line = (x1: number, y1: number, x2: number, y2: number, style = 'class="line"') =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ${style}/>`

export const dot = (x: number, y: number, radius: number, colour: Colour) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" class="${colour}"/>`

/** Draws coloured squares with their names, from the left. */
export function legend(y: number, entries: [Colour, string][]): string {
  let x = 20
  return entries
    .map(([colour, name]) => {
      const drawn = bar(x, y - 10, 11, 11, colour) + text(x + 17, y, name, { class: 'quiet' })
      x += 40 + name.length * 7.2
      return drawn
    })
    .join('\n')
}

/** @param title also read by screen readers */
export function picture(title: string, subtitle: string, height: number, parts: string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title).replaceAll('"', '&quot;')}">`,
    `<style>${STYLE}\n</style>`,
    `<rect width="${WIDTH}" height="${height}" rx="6" class="ground"/>`,
    text(20, 28, title, { class: 'title' }),
    text(20, 48, subtitle, { class: 'quiet' }),
    ...parts,
    '</svg>\n',
  ].join('\n')
}

const round = (value: number) => Math.round(value * 10) / 10
