/** Returns the places of a text in another text, ignoring case, as pairs of start and end. */
export function placesOf(text: string, found: string | undefined, most = 200): [number, number][] {
  if (!found) return []
  const [all, wanted] = [text.toLowerCase(), found.toLowerCase()]
  // Lower case can be longer, as for İ. The places would then not fit the text.
  if (all.length !== text.length) return []
  const places: [number, number][] = []
  for (
    let at = all.indexOf(wanted);
    at >= 0 && places.length < most;
    at = all.indexOf(wanted, at + wanted.length)
  )
    places.push([at, at + wanted.length])
  return places
}

/** A text with the search term marked. */
export function Marked({ text, found }: { text: string; found: string | undefined }) {
  let seen = 0
  const parts = placesOf(text, found).flatMap(([from, to]) => {
    const before = text.slice(seen, from)
    seen = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return (
    <>
      {parts}
      {text.slice(seen)}
    </>
  )
}
