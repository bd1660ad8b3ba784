import { kind } from '../../shared/knowledge/entryKind.ts'
import { amount, count, object, orNull, text, uuid } from './schemas.ts'

/** The page of a file. */
export const page = orNull(
  {
    type: 'integer',
    minimum: 1,
    description: 'Page of the PDF on which the passage begins; the first is 1.',
  },
  'it does not come from a PDF, or the PDF was indexed before pages were stored',
)

/** The entry from which a text comes. */
export const sourceEntry = {
  knowledge_id: uuid('Id of the knowledge entry from which it comes.'),
  kind,
  title: orNull(text('Title of the file or page, or the question of a pair.'), 'it has none'),
  url: orNull(text('Address of the web page from which it comes.'), 'it comes from a file or pair'),
} as const

/** Where a passage or a citation comes from. */
export const source = { ...sourceEntry, page } as const

/** The statement of one of two contradicting sources. */
export const statement = {
  sentence: text('The sentence, word for word.'),
  figures: {
    type: 'array',
    items: { type: 'string' },
    description: "Its figures that differ from the other sentence's, as written.",
  },
} as const

export const heading = text(
  'The headings above it, outermost first, with ` › ` between them; empty: it has none.',
)

export const rerankCall = object('RerankCall', 'A call of the rerank model for what was found.', {
  model: { ...text('The model, as `provider:model`.'), examples: ['cohere:rerank-v3.5'] },
  passages: count('Passages that it had to order.'),
  ms: amount('Milliseconds that the search waited for it.'),
  error: orNull(
    text('Code of what went wrong, such as `model_unavailable`: the passages kept their order.'),
    'the model gave the order',
  ),
  tokens: orNull(count('Tokens that the model read.'), 'the provider does not count them'),
  cost_usd: orNull(
    { type: 'number', description: 'Cost in USD.' },
    'the price or the tokens are not known',
  ),
})
