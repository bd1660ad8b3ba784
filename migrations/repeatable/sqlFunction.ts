/** A function of the database, with the triggers that call it. */
export interface SqlFunction {
  name: string
  /** What it does, in a sentence: it becomes the comment of the function. */
  about: string
  /** The table whose triggers call it; null: statements call it. */
  table: string | null
  /** The whole statement: `create or replace function …`. */
  sql: string
  /** What stands between the name of each trigger and `execute function`. */
  triggers?: Readonly<Record<string, string>>
}

/** @param body statements of PL/pgSQL */
export const triggerFunction = (name: string, body: string, settings = '') => `
create or replace function ${name}() returns trigger language plpgsql ${settings} as $$
begin
  ${body.trim()}
  return null;
end $$`

/**
 * Runs `body` unless the transaction has switched events off, as one does that stores rows of the
 * past: `set_config('parley.events', 'off', true)`.
 */
export const unlessSwitchedOff = (body: string) => `
  if coalesce(current_setting('parley.events', true), '') <> 'off' then
    ${body.trim()}
  end if;`
