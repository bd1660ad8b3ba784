import type { AlertFacts } from '../../shared/alerts/alerts.ts'
import type { MailedAlert, MailReader } from '../../shared/alerts/ownerMails.ts'
import type { Mail } from '../../shared/mail/mailer.ts'

type AlertWords = Pick<Mail, 'subject' | 'text'>

/** What a mail about an alert says, and the page of the dashboard that it leads to. */
interface SaidOfAlert {
  subject: string
  lead: string
  page: string
}

interface AlertTexts {
  limit: (facts: AlertFacts, application: string | null, until: string) => SaidOfAlert
  budget: (facts: AlertFacts) => SaidOfAlert
  failures: (facts: AlertFacts) => SaidOfAlert
  connection: (facts: AlertFacts) => SaidOfAlert
  once: string
}

const applicationPage = ({ application_id }: AlertFacts) =>
  application_id ? `applications/${application_id}` : 'analytics/limits'

const TEXTS: Record<MailReader['language'], AlertTexts> = {
  en: {
    limit: (facts, application, until) => ({
      subject: `${shareOf(facts)} of the API limit is used`,
      lead: `${application ? `The application ${application}` : 'Your organization'} has made ${number('en', facts.used)} of the ${number('en', facts.limit)} requests that its limit allows until ${until} UTC. Above the limit, requests are refused with 429.`,
      page: applicationPage(facts),
    }),
    budget: (facts) => ({
      subject: `${shareOf(facts)} of a budget is spent`,
      lead: `${amount('en', facts.used, facts.unit)} of the ${amount('en', facts.limit, facts.unit)} of a budget are spent.`,
      page: 'organization/budgets',
    }),
    failures: ({ failed, replies }) => ({
      subject: 'Many replies fail',
      lead: `${number('en', failed)} of ${number('en', replies)} replies have failed in the last 15 minutes.`,
      page: 'conversations?has_failures=1',
    }),
    connection: ({ model }) => ({
      subject: `${model} does not answer`,
      lead: `The model ${model} of one of your connections does not answer. Replies wait, or are written by the fallback model of the agent.`,
      page: 'connections',
    }),
    once: 'You get this mail once, until all is well again. You can switch these mails off in your account.',
  },
  de: {
    limit: (facts, application, until) => ({
      subject: `${shareOf(facts)} des API-Limits sind verbraucht`,
      lead: `${application ? `Die Anwendung ${application}` : 'Ihre Organisation'} hat ${number('de', facts.used)} der ${number('de', facts.limit)} Anfragen gesendet, die das Limit bis ${until} UTC erlaubt. Darüber werden Anfragen mit 429 abgelehnt.`,
      page: applicationPage(facts),
    }),
    budget: (facts) => ({
      subject: `${shareOf(facts)} eines Budgets sind ausgegeben`,
      lead: `${amount('de', facts.used, facts.unit)} der ${amount('de', facts.limit, facts.unit)} eines Budgets sind ausgegeben.`,
      page: 'organization/budgets',
    }),
    failures: ({ failed, replies }) => ({
      subject: 'Viele Antworten schlagen fehl',
      lead: `${number('de', failed)} von ${number('de', replies)} Antworten sind in den letzten 15 Minuten fehlgeschlagen.`,
      page: 'conversations?has_failures=1',
    }),
    connection: ({ model }) => ({
      subject: `${model} antwortet nicht`,
      lead: `Das Modell ${model} einer Ihrer Verbindungen antwortet nicht. Antworten warten, oder das Ersatzmodell des Agenten schreibt sie.`,
      page: 'connections',
    }),
    once: 'Diese E-Mail kommt einmal, bis alles wieder in Ordnung ist. In Ihrem Konto können Sie sie abschalten.',
  },
}

/** Returns the mail about an alert, in the reader's language. */
export function alertWords(
  { language, organization }: MailReader,
  { kind, facts, application, ends_at }: MailedAlert,
  linkTo: (page: string) => string,
): AlertWords {
  const texts = TEXTS[language]
  const until = ends_at?.toISOString().slice(11, 16) ?? ''
  const said = kind === 'limit' ? texts.limit(facts, application, until) : texts[kind](facts)
  return {
    subject: `${organization}: ${said.subject}`,
    text: `${said.lead}\n${linkTo(said.page)}\n\n${texts.once}\n`,
  }
}

const shareOf = ({ used = 0, limit = 0 }: AlertFacts) =>
  `${limit ? Math.floor((100 * used) / limit) : 0} %`

const number = (language: string, value = 0) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)

const amount = (language: string, value = 0, unit = '') =>
  unit === 'usd'
    ? new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(value)
    : `${number(language, value)} ${unit}`
