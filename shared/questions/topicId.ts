/** What a topic's questions have in common. */
export interface TopicParts {
  terms: string[]
  sources: string[]
}

const SOURCE = 'from:'
/** No term has it: words end before it. */
const BETWEEN = '|'

/** Returns a topic's id: `en:return|en:refund|from:0f9a3c21d7`. */
export const topicIdOf = ({ terms, sources }: TopicParts): string =>
  [...terms, ...sources.map((source) => SOURCE + source)].join(BETWEEN)

export function readTopicId(id: string): TopicParts {
  const parts = id.split(BETWEEN)
  return {
    terms: parts.filter((part) => !part.startsWith(SOURCE)),
    sources: parts
      .filter((part) => part.startsWith(SOURCE))
      .map((part) => part.slice(SOURCE.length)),
  }
}

const PART = '[a-z]{2,4}:[^\\s|]{1,64}( [^\\s|]{1,64})?'
/** The form of a topic's id, for schemas. */
export const TOPIC_ID = { pattern: `^${PART}(\\|${PART}){0,40}$`, maxLength: 2_000 } as const

/** The SQL condition of rows of `first_questions` that belong to a topic, given two arrays. */
export const ofTopic = (terms: string, sources: string) =>
  `(terms && ${terms} or source = any(${sources}))`
