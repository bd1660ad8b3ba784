/** A number that begins a line: `1)`, `Step 1:`, `**2.**`, `3️⃣`. */
const LABEL =
  /^[^\p{L}\p{N}\n]{0,9}(?:\p{L}{1,12}\s)?(\d{1,2})(?:[.):．、]|\s?[-–—]\s|\uFE0F?\u20E3)/u

/**
 * Makes a function that removes from a reply's sentences, in their order, the numbers that only
 * count them. They begin with 1 and go up by 1.
 */
export function makeWithoutNumbering(): (sentence: string) => string {
  let last = 0
  return (sentence) => {
    const [label, number] = LABEL.exec(sentence) ?? []
    if (!label || (Number(number) !== 1 && Number(number) !== last + 1)) return sentence
    last = Number(number)
    return sentence.slice(label.length)
  }
}
