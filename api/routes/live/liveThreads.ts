import Router from '@koa/router'
import { cursorOf, type NewsPlace, NOW, placeOfCursor } from '../../../shared/chat/news.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { EVENT_STREAM, wantsStream } from '../../http/eventStream.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { flag, object, one, type Schema, text } from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { handoffState, handoffStateOf } from '../handoffs/handoffState.ts'
import { messageSchemas } from '../threads/messageSchemas.ts'
import { placeOf, THREAD_NAMES, visibility } from '../threads/threads.ts'
import { type FollowedThread, shownNews, streamThread } from './threadStream.ts'
import { waitForNews } from './waitForNews.ts'

const CURSOR = /^\d{1,10}$/

const stream: Schema = {
  contentMediaType: EVENT_STREAM,
  isEndless: true,
  type: 'string',
  description:
    'With `Accept: text/event-stream`, server-sent events: `ready` (from now on nothing is missed), `handoff` (who answers, as `GET …/handoff` shows it: at the beginning, and whenever it changes), `message` (a question, a reply that has ended, or a message of a person, as `GET …/messages` shows it), `presence` (`{role, state, name, photo}`, and `user_id` except with a widget token: what another person does, see `POST …/presence`). A `ping` comes every 10 seconds. `ended` comes before the end if the credentials are no longer valid or the chat is deleted. `ready` and each `message` have an `id`: a client that loses the stream reopens it with the last id as `Last-Event-ID`, as browsers do by themselves, and misses no message. A message may come twice, so drop messages whose own `id` you have seen. Without `Last-Event-ID` and `after`, the stream begins with the next event.',
}

const news = {
  type: 'object',
  additionalProperties: false,
  properties: {
    after: {
      type: 'string',
      pattern: CURSOR.source,
      description:
        'The `cursor` of the previous answer, or the `id` of an event of the stream. `0`: from the beginning. Without it: from now on.',
    },
    visibility,
    wait: {
      type: 'number',
      minimum: 0,
      maximum: 60,
      default: 0,
      description:
        'Without a stream: seconds to wait while there is nothing new; at most `REPLY_WAIT_SECONDS` (25).',
    },
  },
} as const

const schemaOf = (kind: ThreadKind) =>
  object(`${THREAD_NAMES[kind]}News`, `What has happened in a ${kind}.`, {
    messages: {
      type: 'array',
      items: messageSchemas[kind].message,
      description: 'Finished messages since then, in the order of the chat; at most 50.',
    },
    handoff: handoffState,
    cursor: text('Send it as `after` to read further.'),
    has_more: flag('Whether there are further messages now.'),
  })

const HOW =
  'The messages of one chat, who answers, and who types. Without `Accept: text/event-stream`, answers with what has happened after `after`; with `wait`, waits until something has happened. Answers 503 if too many clients follow: 20 a chat, 1,000 an organization in each process.'

/** What happens in single sessions and conversations: the same route under two prefixes. */
export const liveThreads = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = THREAD_NAMES[kind]
  liveThreads.get(
    `/api/v1/${kind}s/:${kind}_id/events`,
    operation(
      `follow${Name}`,
      `Follow what happens in a ${kind}`,
      { 200: [one(schemaOf(kind)), stream] },
      HOW,
    ),
    authenticateFor(kind),
    rateLimitReads,
    validateQuery(news),
    (ctx) => getNews(ctx, kind),
  )
}

async function getNews(ctx: Ctx, kind: ThreadKind) {
  const { after, visibility, wait } = ctx.state.query as {
    after?: string
    visibility: string
    wait: number
  }
  const isInternal = visibility === 'all' && ctx.state.caller.kind !== 'widget'
  const thread: FollowedThread = { ...(await placeOf(ctx, kind)), isInternal }
  if (wantsStream(ctx)) return streamThread(ctx, thread, placeOfHeader(ctx) ?? placeAfter(after))
  const seconds = Math.min(wait, ctx.config.REPLY_WAIT_SECONDS)
  const news = await waitForNews(ctx, thread, placeAfter(after), seconds)
  const handoff = await handoffStateOf(ctx, thread.id)
  if (!news || !handoff) throw notFound(kind)
  const messages = shownNews(ctx, news, thread).map(({ message }) => message)
  const { next, has_more } = news
  answer(ctx, 200, `${messages.length} found.`, {
    messages,
    handoff,
    cursor: cursorOf(next),
    has_more,
  })
}

const placeAfter = (cursor: string | undefined): NewsPlace => (cursor ? placeOfCursor(cursor) : NOW)

function placeOfHeader(ctx: Ctx): NewsPlace | undefined {
  const id = ctx.get('Last-Event-ID')
  if (!id) return undefined
  if (CURSOR.test(id)) return placeOfCursor(id)
  const detail = 'is not the id of an event of this stream; omit it to begin with the next event'
  throw validationFailed([{ field: 'Last-Event-ID', code: 'pattern', detail }])
}
