/**
 * Raises the pages that people look for, and puts those about the inside of Parley last. The site
 * sends its source to the browser, so it uses nothing from around it.
 * @param id the address of a section, such as `/guide/streaming.html#a-chat`
 */
function boostDocument(id: string): number {
  if (id.startsWith('/decisions/') || id.startsWith('/schema')) return 0.05
  if (/^\/(?:architecture|performance|guarantees)\b/.test(id)) return 0.3
  // Tables of everything have each word.
  if (/^\/(?:errors|settings|guide\/assistants-api)\b/.test(id)) return 0.8
  return id.startsWith('/guide/') || id.startsWith('/widget') ? 1.5 : 1
}

/** How the site's search ranks sections. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument,
}
