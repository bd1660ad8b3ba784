import { orNull, text, uuid } from './schemas.ts'

/** The kind of a knowledge entry. */
export const kind = {
  type: 'string',
  enum: ['file', 'qa', 'url'],
  description:
    'Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).',
} as const

/** The page of a file. */
export const page = orNull(
  {
    type: 'integer',
    minimum: 1,
    description: 'Page of the PDF on which the passage begins; the first is 1.',
  },
  'it is from no PDF, or from one that was indexed before pages were kept',
)

/** Where a passage or a citation is from. */
export const source = {
  knowledge_id: uuid('Id of the knowledge entry that it is from.'),
  kind,
  title: orNull(text('Title of the file or page, or the question of a pair.'), 'it has none'),
  url: orNull(text('Address of the web page that it is from.'), 'it is from a file or pair'),
  page,
} as const

export const heading = text(
  'The headings above it, from the outermost on, with ` › ` between them; empty: there are none.',
)
