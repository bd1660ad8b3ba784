import Router from '@koa/router'
import { isComparable, readAnswers } from '../../../shared/analytics/answers.ts'
import { NEGATIVE_RATING } from '../../../shared/chat/feedback.ts'
import { readHandoffFigures } from '../../../shared/handoffs/figures.ts'
import { HANDOFF_REASONS } from '../../../shared/handoffs/records.ts'
import type { ThreadSlice } from '../../../shared/lib/db/threadSlices.ts'
import { readNewestQuestions, readTopics } from '../../../shared/questions/topics.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  amount,
  count,
  described,
  flag,
  object,
  one,
  orNull,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { periodOf, validateWindow } from '../analytics/analyticsQuery.ts'
import { checkSlice, sliceFilter } from '../records/slice.ts'

const figures = object('AnswerFigures', 'How the questions of a period were answered.', {
  people: count('Customers and visitors who asked a question.'),
  conversations: count('Sessions and conversations in which something was asked.'),
  questions: count('Questions that were asked, including those whose reply is unfinished.'),
  grounded_replies: count('Completed replies that cite knowledge.'),
  ungrounded_replies: count(
    'Completed replies that cite no knowledge, including replies to greetings; without announcements of a handoff, which are no answers.',
  ),
  failed_replies: count('Replies that ended with an error.'),
  ratings: count('Ratings that were given.'),
  low_ratings: count(`Ratings of 1 to ${NEGATIVE_RATING}.`),
  average_rating: orNull(
    { type: 'number', minimum: 1, maximum: 5, description: 'Mean of the ratings.' },
    'there was none',
  ),
  cost_usd: amount('Cost in USD of the calls of models whose price is known.'),
})
const rating = (description: string) =>
  orNull({ type: 'number', minimum: 1, maximum: 5, description }, 'there was none')
const handoffs = object('HandoffFigures', 'Handoffs to people in a period, and their ratings.', {
  agent_alone: count(
    'Sessions and conversations in which something was asked and which people never had.',
  ),
  handed_over: count('Handoffs to people that began in the period.'),
  by_reason: object(
    'HandoffsByReason',
    'These handoffs by their reason.',
    Object.fromEntries(
      HANDOFF_REASONS.map((reason) => [reason, count(`Handoffs with the reason \`${reason}\`.`)]),
    ),
  ),
  by_outcome: object('HandoffsByOutcome', 'These handoffs by how they ended.', {
    returned: count('The agent got the chat back.'),
    closed: count('The chat was closed, or expired, while people had it.'),
    open: count('People still have the chat.'),
  }),
  answered: count('How many of them a person has answered.'),
  unanswered: count(
    'In how many of them the customer got the notice that nobody has answered in time.',
  ),
  first_answers_met: count("First answers in these handoffs within the organization's target."),
  first_answers_missed: count('First answers that came too late, or have not come in time.'),
  next_answers_met: count('Further answers in these handoffs within the target.'),
  next_answers_missed: count('Further answers that came too late, or have not come in time.'),
  first_answer_p50_seconds: orNull(
    amount(
      'Seconds from a handoff to the first answer of a person: the median. Takeovers do not count.',
    ),
    'there was none',
  ),
  first_answer_p90_seconds: orNull(amount('The same: the 90th percentile.'), 'there was none'),
  ratings_after: count(
    "Ratings that were given after people had the chat, except ratings of the agent's replies.",
  ),
  average_rating_after: rating('Mean of these ratings.'),
  agent_ratings: count('The other ratings of the period, which rate the agents.'),
  agent_average_rating: rating('Mean of these ratings.'),
})
const window = (title: string, description: string) =>
  object(title, description, { from: time('Its start'), to: time('Its end, exclusive') })

const answersAnswer = one(
  object('Answers', 'How questions were answered in a period, and in the period before it.', {
    period: window('AnswersPeriod', 'The requested window.'),
    previous_period: window('AnswersPreviousPeriod', 'The window before it, of the same length.'),
    is_comparable: flag(
      'Whether the changes since `previous_period` say something: at most a tenth of it lies before the first conversation that is stored, and before the agent was made.',
    ),
    current: described(figures, 'The figures of `period`.'),
    previous: described(figures, 'The figures of `previous_period`.'),
    handoffs: described(handoffs, 'The handoffs of `period`.'),
    previous_handoffs: described(handoffs, 'The handoffs of `previous_period`.'),
  }),
)

const questionsAnswer = one(
  object('Questions', 'What people asked in a period.', {
    period: window('QuestionsPeriod', 'The requested window.'),
    topics: {
      type: 'array',
      items: object('Topic', 'What several conversations begin with: the same words or subject.', {
        topic: text('Identifies the topic: `GET /api/v1/threads` takes it as a filter.'),
        words: text('The most frequent form of the words that name it, in lower case.'),
        conversations: count(
          'Conversations whose first question has its words, in any of their forms, or got a reply that cites its sections of knowledge.',
        ),
        answered: count('How many of them got a first reply that cites knowledge.'),
      }),
      description:
        'At most 12 topics, the most frequent first. A conversation may belong to several.',
    },
    first_questions: count('First questions of conversations that were counted for the topics.'),
    counted_since: orNull(
      time('When the oldest of them was asked: only the newest 20,000 are counted'),
      'all of the period were counted',
    ),
    newest: {
      type: 'array',
      items: object('NewestQuestion', 'The newest question of a conversation.', {
        id: uuid('Id of the question.'),
        thread_id: uuid('Id of the session or conversation.'),
        question: text('The first 300 characters.'),
        agent_id: uuid('Id of the agent that was asked.'),
        agent_name: text('Current name of the agent.'),
        asked_at: time('When it was asked'),
        outcome: {
          type: 'string',
          enum: ['answered', 'ungrounded', 'handed_off', 'failed', 'cancelled', 'unfinished'],
          description:
            'Its outcome: `answered` from knowledge, `ungrounded`: the reply cites no knowledge, `handed_off`: the agent handed the chat off to people, `failed`, `cancelled`, or `unfinished` until its reply ends.',
        },
      }),
      description: 'The newest question of each conversation, at most 10, the last active first.',
    },
  }),
)

const filters = { agent_id: uuid("Only this agent's questions and figures."), ...sliceFilter }
const MAX_NEWEST = 10

export const questions = new Router<State, Services>()
questions.get(
  '/api/v1/analytics/answers',
  operation(
    'readAnswers',
    'Read who asked, how the questions were answered and what that cost',
    { 200: answersAnswer },
    "Counted from what is stored now. Deleted conversations and the playground's, which users of the dashboard open, count only in the cost; conversations of test keys do not count. `GET /api/v1/threads` lists the conversations of each figure, with `during_from` and `during_to`.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateWindow(filters),
  limitConcurrency,
  getAnswers,
)
questions.get(
  '/api/v1/analytics/questions',
  operation(
    'readQuestions',
    'Read what people asked: topics and the newest questions',
    { 200: questionsAnswer },
    "A topic is a word or two of the conversations' first questions, without function words, greetings, thanks and names beside them; workers read new questions about every minute. Forms of a word in one language are one topic, and so are questions in other words or languages if the replies to them cite the same section of knowledge. Words of a single conversation, numbers and addresses do not become topics. Neither do words of more than half of the conversations, if there are at least 20, nor words that many sections share.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateWindow(filters),
  limitConcurrency,
  getQuestions,
)

const queryOf = (ctx: Ctx) => {
  const { agent_id, metadata_key, metadata_value } = ctx.state.query as ThreadSlice & {
    agent_id?: string
  }
  const slice = { metadata_key, metadata_value }
  checkSlice(slice)
  return { organization_id: ctx.state.caller.organization_id, agent_id, ...slice, ...periodOf(ctx) }
}

async function getAnswers(ctx: Ctx) {
  const query = queryOf(ctx)
  const { from, to } = query
  const before = new Date(2 * from.getTime() - to.getTime())
  const earlier = { ...query, from: before, to: from }
  const current = await readAnswers(ctx.db, query, NEGATIVE_RATING)
  const previous = await readAnswers(ctx.db, earlier, NEGATIVE_RATING)
  const people = await readHandoffFigures(ctx.db, query)
  const previous_handoffs = await readHandoffFigures(ctx.db, earlier)
  answer(ctx, 200, `${current.questions} questions.`, {
    period: { from, to },
    previous_period: { from: before, to: from },
    is_comparable: await isComparable(ctx.db, earlier),
    current,
    previous,
    handoffs: people,
    previous_handoffs,
  })
}

async function getQuestions(ctx: Ctx) {
  const query = queryOf(ctx)
  const { topics, questions: first_questions, counted_since } = await readTopics(ctx.db, query)
  const newest = await readNewestQuestions(ctx.db, query, MAX_NEWEST)
  const period = { from: query.from, to: query.to }
  answer(ctx, 200, `${topics.length} topics.`, {
    period,
    topics,
    first_questions,
    counted_since,
    newest,
  })
}
