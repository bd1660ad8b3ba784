const WIDTH = 1280
const OTHERS = /\b(print|speech|tty|tv|projection|handheld|braille|embossed|aural)\b/
const UNUSUAL = /prefers-|orientation\s*:\s*portrait|hover\s*:\s*none|pointer\s*:\s*coarse/

/** Whether a media query holds in a window 1280 pixels wide, on a screen, by day; an empty one does. */
export const isOurScreen = (query: string): boolean => query.toLowerCase().split(',').some(holds)

function holds(query: string): boolean {
  if (OTHERS.test(query) ? !/\bnot\b/.test(query) : /\bnot\s+(all|screen)\b/.test(query)) return false
  if (UNUSUAL.test(query)) return false
  const limits = [
    ...query.matchAll(/(min|max)-(?:device-)?width\s*:\s*([\d.]+)\s*(px|r?em)/g),
    ...query.matchAll(/width\s*(<|>)=?\s*([\d.]+)\s*(px|r?em)/g),
  ]
  return limits.every(([, side, number, unit]) => {
    const pixels = Number(number) * (unit === 'px' ? 1 : 16)
    return side === 'min' || side === '>' ? WIDTH >= pixels : WIDTH <= pixels
  })
}
