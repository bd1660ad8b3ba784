/**
 * Titles that programs write by default: placeholders, their own name, or that of the source file.
 */
const NO_TITLE = [
  /^(?:untitled|unbenannt|unbenanntes|sans titre|sin título|senza titolo|document|dokument|title|print)(?:[ _-]?(?:document|dokument|page))?[ _-]?\d{0,9}$/i,
  /^(?:file:|https?:|microsoft \w{1,20} - )/i,
  /\.(?:docx?|dotx?|pptx?|xlsx?|odt|rtf|txt|indd|qxd|tex|dvi|html?|pdf)$/i,
]
const MAX_CHARACTERS = 300

/** @returns the title in one line; null if readers of a citation would not recognize it */
export function goodTitle(text: string): string | null {
  const title = text.replace(/\s+/g, ' ').trim()
  const isTitle = /[\p{L}\p{N}]/u.test(title) && !NO_TITLE.some((pattern) => pattern.test(title))
  return isTitle ? title.slice(0, MAX_CHARACTERS).toWellFormed() : null
}
