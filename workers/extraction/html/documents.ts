import { textOfFragment, toText } from './html.ts'

const TABLES = [{ selector: 'table', format: 'documentTable' }]

/** Makes text of the HTML of a converted document, in which no table is only layout. */
export const textOfDocument = (html: string) => toText(`<body>${html}</body>`, undefined, TABLES)

/**
 * Makes text of HTML that people wrote into a document, in which no table is only layout.
 * @throws AppError file_unreadable
 */
export const textOfTables = (html: string) => textOfFragment(html, TABLES)
