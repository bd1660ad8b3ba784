import { withoutCourtesy } from '../languages/courtesy.ts'
import { languageOf } from '../lib/text/language.ts'
import type { ThreadSummary } from './threadList.ts'

/**
 * Returns what a thread is about: its title, or else its first question without courtesies; null:
 * it has neither.
 */
export function headlineOf({
  title,
  first_question: question,
  locale,
}: Pick<ThreadSummary, 'title' | 'first_question' | 'locale'>): string | null {
  if (title || !question) return title || null
  return withoutCourtesy(question, languageOf(question, locale)) || question
}
