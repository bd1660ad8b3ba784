import type { Texts } from './locales.ts'

const files = import.meta.glob<Texts>('./languages/*.json', { eager: true, import: 'default' })

/** The languages, one file each, all with the keys of `en.json`: for the dashboard. */
export const LANGUAGES: Readonly<Record<string, Texts>> = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.split(/[/.]/).at(-2)!, texts]),
)
