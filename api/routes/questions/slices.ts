import Router from '@koa/router'
import { MAX_SLICES, readMetadataKeys, readSlices } from '../../../shared/analytics/slices.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, flag, object, one, orNull, text, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { periodOf, validateWindow } from '../analytics/analyticsQuery.ts'

const metadataKey = object('MetadataKey', 'A key of the `metadata` of conversations.', {
  key: text('As your server names it, such as `plan`.'),
  conversations: count('Sessions and conversations with the key that were opened in the period.'),
  values: count('How many different values they have.'),
})
const slice = object('Slice', 'How questions were answered in conversations with one value.', {
  value: orNull(
    text('The value as text.'),
    'conversations without the key, or with a value of more than 200 characters',
  ),
  conversations: count('Sessions and conversations in which something was asked.'),
  questions: count('Questions that were asked, including those whose reply is unfinished.'),
  grounded_replies: count('Completed replies that cite knowledge.'),
  ungrounded_replies: count('Completed replies that cite no knowledge.'),
  failed_replies: count('Replies that ended with an error.'),
  ratings: count('Ratings that were given.'),
  average_rating: orNull(
    { type: 'number', minimum: 1, maximum: 5, description: 'Mean of the ratings.' },
    'there was none',
  ),
})
const slicesAnswer = one(
  object('Slices', 'The figures of a period by the values of a key of `metadata`.', {
    period: object('SlicesPeriod', 'The requested window.', {
      from: time('Its start'),
      to: time('Its end, exclusive'),
    }),
    keys: {
      type: 'array',
      items: metadataKey,
      description:
        'The keys of the newest 10,000 conversations of the period, the most frequent first, at most 50.',
    },
    slices: {
      type: 'array',
      items: slice,
      description: `One for each value of \`key\`, those with the most questions first, at most ${MAX_SLICES}; none without \`key\`. They add up to the figures of \`GET /api/v1/analytics/answers\`.`,
    },
    is_capped: flag(`Whether there are more than ${MAX_SLICES} values.`),
  }),
)

export const slices = new Router<State, Services>()
slices.get(
  '/api/v1/analytics/slices',
  operation(
    'readSlices',
    'Read how questions were answered, by the values of a key of metadata',
    { 200: slicesAnswer },
    'Compares tenants, plans or countries, which your server stores as `metadata` of conversations. Conversations of test keys and the playground do not count. The other figures take one value as a filter, with `metadata_key` and `metadata_value`.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateWindow({
    agent_id: uuid("Only this agent's questions."),
    key: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      examples: ['plan'],
      description: 'The key of `metadata`. Without it: only `keys` are read.',
    },
  }),
  limitConcurrency,
  getSlices,
)

async function getSlices(ctx: Ctx) {
  const { agent_id, key } = ctx.state.query as { agent_id?: string; key?: string }
  const { from, to } = periodOf(ctx)
  const query = { organization_id: ctx.state.caller.organization_id, agent_id, from, to }
  const keys = await readMetadataKeys(ctx.db, query)
  const found = key === undefined ? [] : await readSlices(ctx.db, query, key)
  answer(ctx, 200, `${keys.length} keys.`, {
    period: { from, to },
    keys,
    slices: found.slice(0, MAX_SLICES),
    is_capped: found.length > MAX_SLICES,
  })
}
