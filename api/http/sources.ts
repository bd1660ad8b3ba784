import { orNull, text, uuid } from './schemas.ts'

/** The kind of a knowledge entry. */
export const kind = {
  type: 'string',
  enum: ['file', 'qa', 'url'],
  description:
    'Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).',
} as const

/** Where a passage or a citation is from. */
export const source = {
  knowledge_id: uuid('Id of the knowledge entry that it is from.'),
  kind,
  title: orNull(text('Title of the file or page, or the question of a pair.'), 'it has none'),
  url: orNull(text('Address of the web page that it is from.'), 'it is from a file or pair'),
} as const

/** What one of two sources says that contradict each other. */
export const statement = {
  sentence: text('The sentence, word for word.'),
  figures: {
    type: 'array',
    items: { type: 'string' },
    description: 'The figures in it that differ from those of the other sentence, as they are written.',
  },
} as const

export const heading = text(
  'The headings above it, from the outermost on, with ` › ` between them; empty: there are none.',
)
