import type { AgentFields } from '../../../shared/agents/fields.ts'

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl'

/** A subject on which customers ask, in one language. */
export interface Topic {
  language: Language
  /** How often it is asked, compared with the agent's other topics; 1 is usual. */
  weight?: number
  /** How customers ask. The first is the question of the Q/A pair. */
  asks: readonly string[]
  /** The agent's reply, and the answer of the pair. */
  answer: string
  /**
   * The source of the answer. `pair`: a Q/A pair of its own. A file's name: a sentence of this
   * file, word for word. null: no source, so that the reply is not grounded.
   */
  source: 'pair' | 'Plant care guide.md' | 'Staff handbook.md' | null
}

/** The purpose of an agent, and the questions that it gets. */
export interface AgentStory {
  fields: Partial<AgentFields> & { name: string }
  /** Its share of all threads. */
  share: number
  /** Who asks: visitors in sessions, customers in conversations, or equally many of each. */
  asked: 'visitors' | 'customers' | 'both'
  /** Whether no questions come at weekends. */
  isWeekdaysOnly?: boolean
  /** A customer's trait beside name, e-mail and language. */
  trait: { name: string; values: readonly (string | number)[] }
  /** A tag of its pairs. */
  tag: string
  topics: readonly Topic[]
}

type Line = readonly [language: Language, asks: readonly string[], answer: string, weight?: number]

/** Topics that a source answers. */
export const answered = (source: Exclude<Topic['source'], null>, lines: readonly Line[]): Topic[] =>
  lines.map(([language, asks, answer, weight = 1]) => ({ language, asks, answer, weight, source }))

/** Questions that no knowledge answers, so that the agent says that it does not know. */
export const unmet = (
  lines: readonly (readonly [Language, readonly string[], number?])[],
): Topic[] =>
  lines.map(([language, asks, weight = 1]) => ({
    language,
    asks,
    weight,
    source: null,
    answer: NOT_KNOWN[language],
  }))

/** Answers that no knowledge supports. */
export const guessed = (lines: readonly Line[]): Topic[] =>
  lines.map(([language, asks, answer, weight = 0.3]) => ({
    language,
    asks,
    answer,
    weight,
    source: null,
  }))

const NOT_KNOWN: Record<Language, string> = {
  en: 'I could not find anything about that in our information. Our team can help you: write to hello@greenleaf.example.',
  de: 'Dazu habe ich in unseren Unterlagen nichts gefunden. Unser Team hilft Ihnen weiter: hello@greenleaf.example.',
  fr: "Je n'ai rien trouvé à ce sujet dans nos informations. Notre équipe vous aidera : hello@greenleaf.example.",
  es: 'No he encontrado nada sobre eso en nuestra información. Nuestro equipo le ayudará: hello@greenleaf.example.',
  it: 'Non ho trovato nulla su questo nelle nostre informazioni. Il nostro team la aiuterà: hello@greenleaf.example.',
  nl: 'Daarover heb ik in onze informatie niets gevonden. Ons team helpt u verder: hello@greenleaf.example.',
}
