import { extractAnswer } from '../../../workers/extractive/extractive.ts'
import type { PromptFacts } from '../../../workers/prompt/prompt.ts'

export type Source = { kind?: 'qa' | 'file'; heading?: string; text: string }

export const FALLBACK = 'FALLBACK'

/** Answers a question as `builtin:extractive` with these sources. */
export function ask(
  question: string,
  sources: readonly Source[],
  language: string | null = null,
  more: { earlier?: string; fallback?: string | null } = {},
): string {
  const { earlier = '', fallback = FALLBACK } = more
  return extractAnswer({
    question,
    earlier,
    language,
    agent: { name: 'Ada', fallback_message: fallback },
    sources: sources.map(
      ({ kind = 'file', heading = '', text }): PromptFacts['sources'][number] => ({
        isPair: kind === 'qa',
        title: null,
        heading,
        parts: [text],
      }),
    ),
  })
}

export const pair = (text: string): Source => ({ kind: 'qa', text })
