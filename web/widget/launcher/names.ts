const files = import.meta.glob<string>('../languages/*.json', { eager: true, import: 'open' })

/**
 * The button's name in each language: all that the launcher has of the texts, because each page
 * loads it. `namesPlugin.ts` puts the names here without the files' paths.
 */
export const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, name]) => [path.split(/[/.]/).at(-2)!, name]),
)
