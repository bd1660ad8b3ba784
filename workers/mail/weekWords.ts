import type { MailReader } from '../../shared/alerts/ownerMails.ts'
import type { AnswerFigures } from '../../shared/analytics/answers.ts'
import type { Mail } from '../../shared/mail/mailer.ts'
import type { Week } from './week.ts'

const TEXTS = {
  en: {
    subject: (organization: string, first: string, last: string) =>
      `${organization}: the week from ${first} to ${last}`,
    questions: 'Questions',
    conversations: 'Conversations',
    answered: 'Answered from knowledge',
    failed: 'Failed',
    handed_over: 'Handed off to people',
    rating: 'Rating, of 5',
    cost: 'Cost of the models',
    before: (value: string) => ` (the week before: ${value})`,
    topics: 'What people asked about:',
    topic: (words: string, conversations: string, answered: string) =>
      `- ${words}: ${conversations} conversations, ${answered} answered`,
    attention: (count: string) => `Questions that need a look: ${count}`,
    more: 'See all figures, and write the missing answers:',
    why: 'You get this mail on Mondays. You can switch it off in your account:',
  },
  de: {
    subject: (organization: string, first: string, last: string) =>
      `${organization}: die Woche vom ${first} bis ${last}`,
    questions: 'Fragen',
    conversations: 'Gespräche',
    answered: 'Aus dem Wissen beantwortet',
    failed: 'Fehlgeschlagen',
    handed_over: 'An Menschen übergeben',
    rating: 'Bewertung, von 5',
    cost: 'Kosten der Modelle',
    before: (value: string) => ` (in der Woche davor: ${value})`,
    topics: 'Wonach gefragt wurde:',
    topic: (words: string, conversations: string, answered: string) =>
      `- ${words}: ${conversations} Gespräche, ${answered} beantwortet`,
    attention: (count: string) => `Fragen, die Sie ansehen sollten: ${count}`,
    more: 'Alle Zahlen sehen und fehlende Antworten schreiben:',
    why: 'Diese E-Mail kommt montags. In Ihrem Konto können Sie sie abschalten:',
  },
}

/** The most characters of a question. */
const MAX_QUESTION = 120

/** Returns the mail about a week, in the reader's language. */
export function weekWords(
  { language, organization }: MailReader,
  { first, last, current, previous, handed_over, topics, attention }: Week,
  linkTo: (page: string) => string,
): Pick<Mail, 'subject' | 'text'> {
  const texts = TEXTS[language]
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const number = (value: number) => new Intl.NumberFormat(language).format(value)
  const line = (name: string, show: (figures: AnswerFigures) => string) =>
    `${name}: ${show(current)}${previous ? texts.before(show(previous)) : ''}`
  const parts = [
    [
      line(texts.questions, ({ questions }) => number(questions)),
      line(texts.conversations, ({ conversations }) => number(conversations)),
      line(texts.answered, (figures) => shareOf(language, figures)),
      line(texts.failed, ({ failed_replies }) => number(failed_replies)),
      `${texts.handed_over}: ${number(handed_over)}`,
      line(texts.rating, ({ average_rating }) =>
        average_rating === null ? '–' : number(Math.round(average_rating * 10) / 10),
      ),
      line(texts.cost, ({ cost_usd }) =>
        new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(cost_usd),
      ),
    ],
    topics.length > 0 && [
      texts.topics,
      ...topics.map(({ words, conversations, answered }) =>
        texts.topic(words, number(conversations), number(answered)),
      ),
    ],
    attention.total > 0 && [
      texts.attention(number(attention.total)),
      ...attention.questions.map((question) => `- ${excerptOf(question)}`),
    ],
    [texts.more, linkTo(`?from=${first}&to=${last}`)],
    [texts.why, linkTo('account')],
  ]
  return {
    subject: texts.subject(
      organization,
      dates.format(new Date(first)),
      dates.format(new Date(last)),
    ),
    text: `${parts
      .filter((part) => part !== false)
      .map((part) => part.join('\n'))
      .join('\n\n')}\n`,
  }
}

function shareOf(
  language: string,
  { grounded_replies, ungrounded_replies, failed_replies }: AnswerFigures,
): string {
  const ended = grounded_replies + ungrounded_replies + failed_replies
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return ended ? percent.format(grounded_replies / ended) : '–'
}

/** One line: a question must not look like a part of the mail. */
function excerptOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  return line.length > MAX_QUESTION ? `${line.slice(0, MAX_QUESTION)} …` : line
}
