/**
 * Looks a word up that comes from outside: a model's name, a language, a tag of a file. A plain
 * `table[word]` also finds what every object has, such as `constructor` and `toString`.
 */
export const lookUp = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string,
): Value | undefined => (Object.hasOwn(table, word) ? table[word] : undefined)
