import { copyOf } from '../../lib/async/memoize.ts'
import { EXPLAINED, formsOf, likelyIn } from '../../lib/text/explained.ts'
import type { AskedWord, SameMeaning, Spellings } from './askedWords.ts'
import type { LoadFacts } from './facts.ts'
import type { IndexBase } from './indexBase.ts'
import { loadOnce } from './loadingMap.ts'
import { readTermsFrom } from './readIndex.ts'
import { loadStems } from './stems.ts'
import type { Terms } from './terms.ts'

/**
 * Finds the long forms of a question's abbreviations, and the abbreviations of its phrases
 * (decision 41).
 */

/** The most abbreviations of an organization, and the memory of each, counted in postings. */
const MAX_OF_ALL = 2_000
const EXPLAINED_SIZE = 150
/**
 * The most abbreviations of a question that are also searched for by their other form, and the most
 * that are compared.
 */
const MAX_EXPLAINED = 8
const MAX_LIKELY = 100

export function makeAbbreviations(parts: IndexBase & { terms: Terms; facts: LoadFacts }) {
  const { db, organizationId, memory, totals, terms, facts } = parts
  const explained = loadOnce(
    memory,
    ({ size }) => size,
    async () => {
      const keys = await readTermsFrom(db, organizationId, [EXPLAINED], MAX_OF_ALL)
      return { forms: formsOf(keys.map(copyOf)), size: keys.length * EXPLAINED_SIZE }
    },
  )

  /** Returns the other forms of the words, if a chunk that serves the agent explains them. */
  async function meanings(
    words: readonly AskedWord[],
    spellings: Spellings,
    agentId: string,
  ): Promise<SameMeaning[]> {
    const asked = words.map(({ plain }) => spellings.get(plain)?.[0] ?? plain)
    const likely = likelyIn(asked, (await explained()).forms).slice(0, MAX_LIKELY)
    if (!likely.length) return []
    const forms = likely.flatMap((form) => [...form.words, ...form.other])
    const stems = await loadStems(db, (await totals()).dictionaries, forms)
    const isSaid = (form: string, place: number) =>
      stems.ofAll([form]).some((term) => words[place]!.terms.includes(term))
    const said = likely
      .filter((form) => form.places.every((place, nth) => isSaid(form.words[nth]!, place)))
      .slice(0, MAX_EXPLAINED)
    // The later steps need everything but the keys. One statement reads both.
    const later = said.flatMap(({ places, other }) => [
      ...stems.ofAll(other),
      ...places.flatMap((place) => words[place]!.terms),
    ])
    const termNamed = await terms.load([...said.map(({ key }) => key), ...later])
    const explaining = (key: string) => [...termNamed(key).postings.chunks]
    const factsOf = await facts(
      said.flatMap(({ key }) => explaining(key)),
      agentId,
    )
    return said
      .filter(({ key }) => explaining(key).some((chunk) => factsOf(chunk) !== null))
      .flatMap(({ places, other }) =>
        places.map((place) => ({
          place,
          words: other.map((form) => stems.ofAll([form])),
          insteadOf: words[place]!.terms,
          said: words[place]!.plain,
          reading: { words: other.join(' '), kind: 'abbreviation' },
        })),
      )
  }

  return { load: explained, meanings }
}
