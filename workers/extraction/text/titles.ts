/**
 * Titles that programs write by default: placeholders, their own name, that of the source file, or
 * what a scanner counts. Also stamps that archives print on papers.
 */
const NO_TITLE = [
  /^(?:untitled|unbenannt|unbenanntes|sans titre|sin título|senza titolo|no ?title|noname|new|neues|document|dokument|title|print|blank|template)(?:[ _-]?(?:document|dokument|page|spreadsheet|presentation|drawing|form))?[ _-]?\d{0,9}$/i,
  /^(?:slide|folie|dia|diapositive|diapositiva|slajd|page|seite|sheet|book|mappe|classeur|libro|presentation|präsentation|présentation|presentación|presentazione|drawing|zeichnung|layout|project|publication)[ _-]?\d{1,9}$/i,
  /^(?:powerpoint[ -](?:presentation|präsentation)|(?:présentation|presentación de|presentazione (?:di|standard)) ?powerpoint|word document|microsoft (?:word|excel|powerpoint)|full page (?:photo|fax print))$/i,
  /^(?:scan|scanned|scanner|camscanner|scansnap|img|image|dsc|fax|doc|skm|km|mx|hp|epson|brw|xerox)(?:[ _-]?(?:document|image|from a .{1,40}|\p{L}{0,3}\d[\p{L}\d]{0,11}))?[\d ._:-]*$/iu,
  /^(?:file:|https?:|microsoft \w{1,20} - |arxiv:\s?[\w.-]{1,20}\/?\d|doi: ?10\.)/i,
  /\.(?:docx?|docm|dotx?|pptx?|pptm|pps|ppsx|xlsx?|xlsm|csv|odt|ods|odp|rtf|txt|pages|numbers|indd|pub|qxd|qxp|pmd|tex|dvi|e?ps|html?|pdf|xps|exe|tmp|prn|wpd|wps|vsdx?|cdr|ai|psd|dwg|png|jpe?g|tiff?|gif|bmp|fm|mif|xml)$/i,
  // A date, a time or a number that a scanner or a database gave.
  /^(?:[ ._:-]*\d){6}[\d ._:-]*$/,
]
const MAX_CHARACTERS = 300

/** @returns the title in one line; null if readers of a citation would not recognize it */
export function goodTitle(text: string): string | null {
  const title = text.replace(/\s+/g, ' ').trim()
  const isTitle =
    /[\p{L}\p{N}]/u.test(title) &&
    !NO_TITLE.some((pattern) => pattern.test(title.slice(0, MAX_CHARACTERS)))
  return isTitle ? title.slice(0, MAX_CHARACTERS).toWellFormed() : null
}
