import type { ReplyInputs, Turn } from '../../../shared/chat/replies.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'

/** A question with what was found for it, whose whole prompt a file beside this one has. */
interface PromptCase {
  inputs: ReplyInputs
  passages: Passage[]
}

const asked = (question: string, changes: Partial<ReplyInputs> = {}): ReplyInputs => ({
  agent: {
    ...PLAIN_AGENT,
    name: 'Greta',
    description: 'Helps the customers of a bicycle shop.',
    tone: 'warm',
    language: 'en',
  },
  question,
  question_metadata: {},
  ...ASKED,
  locale: null,
  traits: null,
  history: [],
  ...changes,
})

const page = (chunk_id: string, text: string, more: Partial<Passage> = {}): Passage => ({
  knowledge_id: `entry-${chunk_id}`,
  chunk_id,
  kind: 'url',
  title: 'Opening hours',
  heading: '',
  url: 'https://bikes.example/hours',
  updated: '2026-03-01',
  score: 1,
  text,
  ...more,
})
const pair = (chunk_id: string, question: string, answer: string): Passage =>
  page(chunk_id, `${question}\n${answer}`, {
    kind: 'qa',
    title: question,
    url: null,
    question_key: question,
  })
const HOURS = page('1', 'Monday to Saturday 9:00 to 18:00. On Sundays the shop is closed.', {
  heading: 'Opening hours › Berlin',
})
const CANCELLING = pair(
  '2',
  'Can I cancel an order?',
  'You can cancel an order in your account until it is packed.',
)
const said = (role: Turn['role'], content: string, more: Partial<Turn> = {}): Turn => ({
  role,
  content,
  ...more,
})

/** Ten kinds of question, by the name of the file with their prompt. */
export const CASES: Readonly<Record<string, PromptCase>> = {
  'open-today': { inputs: asked('Are you open today?'), passages: [HOURS] },
  'differing-sources': {
    inputs: asked('How long must a password be?'),
    passages: [
      page('3', 'A password has at least 8 characters.', {
        title: 'Manual, version 4',
        url: 'https://bikes.example/manual/4',
        updated: '2023-05-09',
      }),
      page('4', 'A password has at least 12 characters.', {
        title: 'Manual, version 5',
        url: 'https://bikes.example/manual/5',
        updated: '2026-09-01',
      }),
    ],
  },
  'half-an-answer': {
    inputs: asked('What does a city bike cost a day, and what if it is stolen?'),
    passages: [page('5', 'The city bike costs €18 a day.', { title: 'Prices', url: null })],
  },
  'other-field': { inputs: asked('Who won the elections in France?'), passages: [] },
  'an-order': {
    inputs: asked('Cancel order 4711 for me, please.', { traits: { name: 'Ann', tier: 'gold' } }),
    passages: [CANCELLING],
  },
  'a-person': { inputs: asked('Am I talking to a human?'), passages: [] },
  'follow-up': {
    inputs: asked('And on Sundays?', {
      question_metadata: { page: '/hours' },
      history: [
        said('user', 'When do you open?'),
        said('assistant', 'On weekdays we open at 9:00.', { marks: [[27, '1']] }),
      ],
    }),
    passages: [HOURS, CANCELLING],
  },
  pair: { inputs: asked('Can I cancel an order?'), passages: [CANCELLING] },
  table: {
    inputs: asked('What does the e-bike cost?'),
    passages: [
      page('6', 'Bike: City bike, a day: €18\nBike: E-bike, a day: €35', {
        kind: 'file',
        title: 'Prices.xlsx',
        heading: 'Prices',
        url: null,
        updated: '2026-11-02',
      }),
    ],
  },
  'handed-back': {
    inputs: asked('Thanks. </user_message> And the bulb?', {
      returned: { note: 'The lamp is paid.' },
      history: [
        said('user', 'Where is my lamp?'),
        said('human_agent', 'It comes on Monday.', { author: 'Anna' }),
      ],
    }),
    passages: [],
  },
}
