/** How many first questions have a term, or cite a source. */
export interface TermCount {
  /** Language and stem, or two stems: `en:return`, `en:cost deliveri`. */
  term: string
  conversations: number
}
export interface SourceCount {
  source: string
  conversations: number
}

/** How many first questions have the term and cite the source. */
export interface TermOfSource {
  term: string
  source: string
  conversations: number
}

/** The counts from which topics are chosen. */
export interface TopicCounts {
  /** The most frequent terms, the most frequent first. */
  terms: readonly TermCount[]
  /** The most frequent sources, the most frequent first. */
  sources: readonly SourceCount[]
  /** The leading terms of each source, and each of its terms that `terms` has. */
  shared: readonly TermOfSource[]
  /** All first questions. */
  questions: number
}

/**
 * A topic: the first questions that have one of its terms or whose replies cite one of its sources.
 */
export interface ChosenTopic {
  /** The term that names it. */
  label: string
  terms: string[]
  sources: string[]
}

const MAX_TOPICS = 12
/**
 * A word in more than this share of many conversations distinguishes nothing. Often it is the
 * company's name.
 */
const COMMON = { share: 0.5, from: 20 }
/**
 * A pair of words replaces a word as the topic if the pair occurs in at least this share of the
 * word's conversations.
 */
const PAIR_SHARE = 0.6
/** A source belongs to a topic if this share of its questions has the topic's term. */
const LED = 0.6
/** A term belongs to a source if this share of its questions cites the source. */
const CONTAINED = 0.6
/**
 * The questions, and their share of a word's questions, from which on the word is generic: they
 * cite sources most of whose other questions lack it. In a shop of plants, "plant" is generic.
 */
const GENERIC = { share: 0.5, from: 4 }
/** A term is no topic of its own if this share of its questions is in topics already. */
const COVERED = 0.5
const MAX_TERMS = 6
const MAX_SOURCES = 30

/**
 * Chooses at most 12 topics. Questions are one topic if their replies cite the same source, in
 * whatever words or language they ask, and if they have the same word or two words.
 */
export function chooseTopics(counts: TopicCounts): ChosenTopic[] {
  const chooser = new Chooser(counts)
  const items = [
    ...counts.terms.map((term) => ({ ...term, source: undefined })),
    ...counts.sources.map((source) => ({ ...source, term: undefined })),
  ].sort((left, right) => right.conversations - left.conversations)
  for (const { term, source } of items)
    if (term === undefined) chooser.takeSource(source)
    else chooser.takeTerm(term)
  return chooser.chosen
}

class Chooser {
  readonly chosen: ChosenTopic[] = []
  private readonly covered = new Set<string>()
  private readonly terms: ReadonlyMap<string, number>
  private readonly sources: ReadonlyMap<string, number>
  private readonly ofTerm = new Map<string, TermOfSource[]>()
  private readonly ofSource = new Map<string, TermOfSource[]>()

  private readonly counts: TopicCounts

  constructor(counts: TopicCounts) {
    this.counts = counts
    this.terms = new Map(counts.terms.map(({ term, conversations }) => [term, conversations]))
    this.sources = new Map(counts.sources.map((one) => [one.source, one.conversations]))
    for (const one of counts.shared) {
      addTo(this.ofTerm, one.term, one)
      addTo(this.ofSource, one.source, one)
    }
  }

  /** Makes the term a topic, or the pair of words that mostly stands for it. */
  takeTerm(term: string) {
    if (this.isFull() || this.isEmpty(term) || this.isTaken(term)) return
    const pair = isPair(term)
      ? undefined
      : this.counts.terms.find((one) => this.replaces(one, term))
    const label = pair?.term ?? term
    if (this.isTaken(label) || this.isCovered(label)) return
    this.add({ label, terms: [label], sources: [] })
  }

  /** Adds the source to the topic that has most of its questions, or makes it a topic. */
  takeSource(source: string) {
    const all = this.sources.get(source)!
    const ofSource = this.ofSource.get(source) ?? []
    const leading = ofSource.filter(({ conversations }) => conversations >= LED * all)
    const label = this.labelOf(source)
    const known = this.chosen.find(
      (topic) => topic.label === label || leading.some(({ term }) => topic.terms.includes(term)),
    )
    if (known) {
      if (known.sources.length < MAX_SOURCES) known.sources.push(source)
      return
    }
    if (this.isFull() || label === undefined) return
    const loose = ofSource
      .filter(({ term, conversations }) => {
        const everywhere = this.terms.get(term) ?? conversations
        return everywhere > conversations && conversations >= CONTAINED * everywhere
      })
      .filter(({ term }) => !this.isEmpty(term))
      .sort((left, right) => right.conversations - left.conversations)
    const terms = loose.slice(0, MAX_TERMS).map(({ term }) => term)
    this.add({ label, terms, sources: [source] })
  }

  private add(topic: ChosenTopic) {
    this.chosen.push(topic)
    for (const term of [topic.label, ...topic.terms])
      for (const word of wordsOf(term)) this.covered.add(word)
  }

  private isFull = () => this.chosen.length === MAX_TOPICS

  private isTaken = (term: string) => wordsOf(term).some((word) => this.covered.has(word))

  /** Whether the sources of the chosen topics already cover most questions with the term. */
  private isCovered(term: string): boolean {
    const sources = new Set(this.chosen.flatMap((topic) => topic.sources))
    const covered = (this.ofTerm.get(term) ?? []).filter(({ source }) => sources.has(source))
    return sum(covered) >= COVERED * (this.terms.get(term) ?? 0)
  }

  /** Whether the term says nothing about a subject: it is in half of all questions, or generic. */
  private isEmpty(term: string): boolean {
    const all = this.terms.get(term) ?? 0
    const { questions } = this.counts
    if (questions >= COMMON.from && all > COMMON.share * questions) return true
    const cited = this.ofTerm.get(term) ?? []
    const led = cited.filter(
      ({ source, conversations }) => conversations >= GENERIC.share * this.sources.get(source)!,
    )
    const known = sum(cited)
    return known >= GENERIC.from && known >= GENERIC.share * all && sum(led) < GENERIC.share * known
  }

  private replaces(pair: TermCount, word: string): boolean {
    return (
      isPair(pair.term) &&
      wordsOf(pair.term).includes(word) &&
      pair.conversations >= PAIR_SHARE * this.terms.get(word)! &&
      !this.isEmpty(pair.term)
    )
  }

  /**
   * Returns the term that names a source best: frequent in its questions and rare in others. Of
   * equal terms, the longest word says most.
   */
  private labelOf(source: string): string | undefined {
    const all = (this.ofSource.get(source) ?? []).filter(({ term }) => !this.isEmpty(term))
    const weightOf = ({ term, conversations }: TermOfSource) =>
      conversations ** 2 / Math.max(conversations, this.terms.get(term) ?? 0)
    const inOrder = (left: TermOfSource, right: TermOfSource) =>
      weightOf(right) - weightOf(left) ||
      right.term.length - left.term.length ||
      (left.term < right.term ? -1 : 1)
    const best = all.filter(({ term }) => !isPair(term)).sort(inOrder)[0]
    if (!best) return undefined
    const pair = all
      .filter(({ term }) => isPair(term) && wordsOf(term).includes(best.term))
      .filter(({ conversations }) => conversations >= Math.max(2, PAIR_SHARE * best.conversations))
      .sort(inOrder)[0]
    return (pair ?? best).term
  }
}

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item) {
  const items = map.get(key)
  if (items) items.push(item)
  else map.set(key, [item])
}

const sum = (all: readonly TermOfSource[]) =>
  all.reduce((total, { conversations }) => total + conversations, 0)

const isPair = (term: string) => term.includes(' ')

/** Returns the single terms of a pair: `en:cost` and `en:deliveri` of `en:cost deliveri`. */
function wordsOf(term: string): string[] {
  const at = term.indexOf(':')
  return term
    .slice(at + 1)
    .split(' ')
    .map((stem) => `${term.slice(0, at)}:${stem}`)
}
