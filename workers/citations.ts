import type { Citation } from '../shared/store/messages.ts'
import type { Passage } from '../shared/store/retrieval.ts'
import { contentWords, coverage, sentencesOf } from '../shared/words.ts'

/**
 * Turns the `[n]` marks of a model's text into citations and takes them out of the text. Each citation quotes, word
 * for word, the sentence of its source that shares most with what the mark stands after. Marks of sources that were
 * not given stay in the text: they are not ours.
 */
export function takeCitations(
  text: string,
  sources: readonly Passage[],
): { content: string; citations: Citation[] } {
  const cited = new Map<Passage, Citation>()
  let content = ''
  let claim = ''
  let end = 0
  for (const { 0: mark, 1: number, index } of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = sources[Number(number) - 1]
    if (!source) continue
    const before = text.slice(end, index)
    claim = before.trim() || claim
    content += before.trimEnd()
    end = index + mark.length
    if (cited.has(source)) continue
    const { knowledge_id, kind, title, url, score } = source
    cited.set(source, { knowledge_id, kind, title, url, quote: quoteFor(claim, source), score })
  }
  return { content: (content + text.slice(end)).trim(), citations: [...cited.values()] }
}

function quoteFor(claim: string, { text }: Passage): string {
  const wanted = contentWords(claim)
  const sentences = sentencesOf(text).map((sentence) => ({ sentence, match: coverage(wanted, sentence) }))
  return sentences.reduce((best, next) => (next.match > best.match ? next : best), sentences[0]!).sentence
}
