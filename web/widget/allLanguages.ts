import type { Texts } from './locales.ts'

const files = import.meta.glob<Texts>('./languages/*.json', { eager: true, import: 'default' })

/**
 * The languages, a file each, all with the keys of `en.json`. For the launcher, `vite.config.ts`
 * keeps only the texts that it shows.
 */
export const LANGUAGES: Readonly<Record<string, Texts>> = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.split(/[/.]/).at(-2)!, texts]),
)
