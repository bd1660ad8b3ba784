import { extractAnswer } from '../../workers/extractive/extractive.ts'

export type Source = { kind?: 'qa' | 'file'; heading?: string; text: string }

export const FALLBACK = 'FALLBACK'

/** What the clerk says to a question when these are its sources. */
export function ask(question: string, sources: readonly Source[], language?: string): string {
  const fenced = sources.map(({ kind = 'file', heading, text }, index) => {
    const about = heading ? ` heading="${heading}"` : ''
    return `<source number="${index + 1}" kind="${kind}"${about}>\n${text}\n</source>`
  })
  const system = [
    'You are Ada, an assistant who answers people on behalf of a company.',
    language && `Your language: ${language}. If the user writes in another one, answer in the user's.`,
    `<knowledge>\n${fenced.join('\n')}\n</knowledge>`,
    `<fallback_message>\n${FALLBACK}\n</fallback_message>`,
  ]
  return extractAnswer([
    { role: 'system', content: system.filter(Boolean).join('\n') },
    { role: 'user', content: question },
  ])
}

export const pair = (text: string): Source => ({ kind: 'qa', text })
