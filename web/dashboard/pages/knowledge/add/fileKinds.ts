/** The file name extensions that the API takes. A test compares them with the API's. */
export const ENDINGS = [
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'rtf', 'eml'],
  ...['txt', 'text', 'md', 'markdown', 'html', 'htm', 'xhtml', 'csv', 'json'],
]
