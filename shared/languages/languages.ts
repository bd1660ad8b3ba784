import { readdirSync, readFileSync } from 'node:fs'
import { lookUp } from '../lib/lookUp.ts'
import { codeOf } from '../lib/text/languageCodes.ts'
import type en from './en.json'

/**
 * The texts that customers read and the phrases that they write, in one language: a file of this
 * folder, with the keys of `en.json`. Values replace the names in braces.
 *
 * - `direction`: the direction of its writing, `ltr` or `rtl`
 * - `handoff`: messages in a chat that is or was handed off to people
 * - `actions`: messages of an agent that may act only when the `customer`, or a `person` of the
 *   company, agrees
 * - `mail`: mails to customers
 * - `small_talk`: the `phrases` of each courtesy, the agent's `answers` to it, and the agent's
 *   words when it has no answer (`not_known`); and `formulas`, which lead to a question or close
 *   it, and say nothing about it
 * - `person_requests`: how customers ask for a person, as patterns (`phrasePatterns.ts`)
 *   - `people`: words for a person, which may be a request on their own; `{person}` in sentences
 *   - `staff`: words for people who are asked for only in a sentence, such as `your manager`;
 *     `{anyone}` is a person or staff
 *   - `from`: where the person works, or that they are no bot
 *   - `sentences`: what asks for them
 *   - `around`: what may stand before or after a sentence
 *   - `please`: courtesies, with which a word for a person is a request also beside other sentences
 *   - `joins`: words after which another clause begins
 *   - `reason_words`: words after which the reason may follow
 *
 * Phrases match in any case, and with or without accents and punctuation.
 */
export type Language = typeof en & {
  /** The BCP 47 code, which is also the name of the language's file. */
  code: string
}

const FOLDER = new URL('./', import.meta.url)

/** All languages by their codes. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const code = name.slice(0, -'.json'.length)
      return [code, { ...JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')), code }]
    }),
)

/**
 * Returns the texts of a tag's language, else the English texts.
 * @param tag BCP 47; null: not known
 */
export const textsIn = (tag: string | null): Language =>
  LANGUAGES.get(codeOf(tag ?? '')) ?? LANGUAGES.get('en')!

/** Replaces each name in braces by its value. Braces in a value stay unchanged. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (name, key) => lookUp(values, key) ?? name)
