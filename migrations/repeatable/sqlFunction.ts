/** A function of the database, with the triggers that call it. */
export interface SqlFunction {
  name: string
  /** Says in a sentence what the function does. The sentence becomes the function's comment. */
  about: string
  /** The table whose triggers call it; null: statements call it. */
  table: string | null
  /** The whole statement: `create or replace function …`. */
  sql: string
  /** For each trigger, by its name: the SQL between the name and `execute function`. */
  triggers?: Readonly<Record<string, string>>
}

/** Returns the statement that makes a trigger function. @param body statements of PL/pgSQL */
export const triggerFunction = (name: string, body: string, settings = '') => `
create or replace function ${name}() returns trigger language plpgsql ${settings} as $$
begin
  ${body.trim()}
  return null;
end $$`

/**
 * Runs `body` unless the transaction has switched events off by `set_config('parley.events', 'off',
 * true)`, as transactions do that store rows of the past.
 */
export const unlessSwitchedOff = (body: string) => `
  if coalesce(current_setting('parley.events', true), '') <> 'off' then
    ${body.trim()}
  end if;`
