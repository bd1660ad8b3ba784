/**
 * Looks a word from outside up in a table: a model's name, a language, a tag of a file. A plain
 * `table[word]` would also find properties that every object has, such as `constructor` and
 * `toString`.
 */
export const lookUp = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string,
): Value | undefined => (Object.hasOwn(table, word) ? table[word] : undefined)
