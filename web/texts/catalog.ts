import { readFileSync, writeFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'

/** Messages and their translations. */
export type Catalog = Map<string, string>

/**
 * Reads a catalog in gettext's format. A message that is not translated yet has an empty
 * translation.
 */
export const parseCatalog = (text: string): Catalog =>
  new Map(PO.parse(text).items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']))

export const readCatalog = (file: string): Catalog => parseCatalog(readFileSync(file, 'utf8'))

/**
 * Writes a catalog in the order of its messages, so that two branches rarely change the same lines.
 */
export function writeCatalog(file: string, language: string, catalog: Catalog): void {
  const entries = [...catalog].sort(([one], [other]) => (one < other ? -1 : 1))
  const blocks = [
    ['', `Language: ${language}\nContent-Type: text/plain; charset=UTF-8\n`],
    ...entries,
  ].map(
    ([message, translation]) =>
      `msgid ${JSON.stringify(message)}\nmsgstr ${JSON.stringify(translation)}\n`,
  )
  writeFileSync(file, blocks.join('\n'))
}

/**
 * Returns the names of a message's placeholders and elements, sorted.
 * @throws if its syntax is wrong
 */
export function namesIn(message: string): string[] {
  const names = new Set<string>()
  const visit = (tokens: unknown) => {
    for (const token of tokens as unknown[])
      if (typeof token === 'string')
        for (const [, name] of token.matchAll(/<([a-z]{1,20})>/g)) names.add(name!)
      else {
        const [name, , cases] = token as [string, string?, unknown?]
        names.add(name)
        if (typeof cases === 'object' && cases)
          for (const inner of Object.values(cases)) if (Array.isArray(inner)) visit(inner)
      }
  }
  visit(compileMessageOrThrow(message))
  return [...names].sort()
}
