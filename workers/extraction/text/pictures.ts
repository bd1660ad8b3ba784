const FILE_NAME = /\.(?:png|jpe?g|gif|bmp|tiff?|[ew]mf|svg|webp|ico)$/i
/** Matches what Office adds to an alternative text of its own. */
const GENERATED =
  /\s*(?:Description automatically generated.*|Automatisch generierte Beschreibung.*|AI-generated content may be incorrect\.?)$/is

/**
 * Writes a picture's alternative text in brackets, as readers know it from captions.
 * @returns '' if there is none, or if it is the name of a file, which Office puts there by itself
 */
export function textOfPicture(alternative: string | undefined): string {
  const text = (alternative ?? '').replace(/\s+/g, ' ').trim().replace(GENERATED, '')
  return text && !FILE_NAME.test(text) ? `[${text}]` : ''
}
