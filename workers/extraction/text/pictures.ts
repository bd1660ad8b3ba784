const FILE_NAME = /\.(?:png|jpe?g|gif|bmp|tiff?|[ew]mf|svg|webp|ico)$/i
/** Matches the beginning of what Office adds to an alternative text of its own. */
const GENERATED =
  /Description automatically generated|Automatisch generierte Beschreibung|AI-generated content/i

/**
 * Writes a picture's alternative text in brackets, as readers know it from captions.
 * @returns '' if there is none, or if it is the name of a file, which Office puts there by itself
 */
export function textOfPicture(alternative: string | undefined): string {
  const text = (alternative ?? '').split(GENERATED)[0]!.replace(/\s+/g, ' ').trim()
  return text && !FILE_NAME.test(text) ? `[${text}]` : ''
}
