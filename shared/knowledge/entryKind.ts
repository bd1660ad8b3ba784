/** The kind of a knowledge entry. */
export const kind = {
  type: 'string',
  enum: ['file', 'qa', 'url'],
  description:
    'Kind of the knowledge entry: a `file`, a question/answer pair (`qa`), or a web page or site (`url`).',
} as const
export type EntryKind = (typeof kind.enum)[number]
