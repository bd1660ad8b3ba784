import { el } from '../dom.ts'
import type { Texts } from '../locales.ts'
import type { Entry } from '../messages/entries.ts'

/** Saves the messages as a text file. */
export function saveTranscript(entries: readonly Entry[], words: Texts): void {
  const lines = entries
    .filter(({ content }) => content)
    .map(
      (entry) =>
        `${entry.role === 'user' ? words.you : (entry.author ?? words.reply)}: ${entry.content}\n`,
    )
  const url = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }))
  el('a', { href: url, download: `${words.title}.txt` }).click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
