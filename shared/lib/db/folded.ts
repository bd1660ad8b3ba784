/**
 * SQL for a text without capitals, by the rules of Unicode, whatever the database's locale. In a
 * database with the locale tr-TR, `lower('I')` alone is `ı`. The result compares by bytes, so that
 * an index of it outlives a new version of ICU.
 * @param text an SQL expression
 */
export const folded = (text: string) => `lower(${text} collate "und-x-icu") collate "C"`
