import { toStorableText } from '../../shared/storable.ts'
import type { Trace } from '../../shared/store/chat/traces.ts'
import type { Passage } from '../../shared/store/search/retrieval.ts'
import { estimateTokens } from '../../shared/text/words.ts'
import type { PromptPart } from '../prompt/prompt.ts'

/** Most characters of one text that a trace keeps, and of all of them together. */
const MAX_OF_ONE = 64_000
const MAX_OF_ALL = 256_000

/** What a reply's own run used, as it was. */
export interface Used
  extends Pick<Trace, 'queries' | 'model' | 'settings' | 'answer' | 'timings' | 'usage' | 'error'> {
  /** Best first. */
  passages: readonly Passage[]
  /** Of these, what found room in the prompt, in the order of its numbers; and what the reply cites. */
  sources: readonly Passage[]
  cited: readonly Passage[]
  parts: readonly PromptPart[]
}

/** How a reply came about, as it is kept: of very long texts their beginnings, what the model was sent first. */
export function traceOf({ passages, sources, cited, parts, answer, ...used }: Used): Trace {
  let left = MAX_OF_ALL
  const keep = (text: string) => {
    const kept = text.slice(0, Math.min(left, MAX_OF_ONE))
    left -= kept.length
    return toStorableText(kept)
  }
  return {
    ...used,
    prompt: parts.map(({ role, name, text }) => ({
      ...{ role, name, text: keep(text), characters: text.length, tokens: estimateTokens(text) },
    })),
    passages: passages.map((passage, index) => {
      const { knowledge_id, kind, title, url, heading, text, score } = passage
      return {
        ...{
          rank: index + 1,
          knowledge_id,
          kind,
          title,
          url,
          heading,
          text: keep(text),
          characters: text.length,
          score,
        },
        number: sources.indexOf(passage) + 1 || null,
        cited: cited.includes(passage),
      }
    }),
    answer: answer === null ? null : keep(answer),
  }
}
