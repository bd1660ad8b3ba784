import { toText } from './html.ts'

const TABLES = [{ selector: 'table', format: 'documentTable' }]

/** Makes text of the HTML of a converted document, in which no table is only layout. */
export const textOfDocument = (html: string) => toText(`<body>${html}</body>`, undefined, TABLES)
