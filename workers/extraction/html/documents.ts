import { toText } from './html.ts'

const TABLES = [{ selector: 'table', format: 'documentTable' }]

/** Makes text of the HTML that a document was turned into, where a table is never layout. */
export const textOfDocument = (html: string) => toText(`<body>${html}</body>`, undefined, TABLES)
