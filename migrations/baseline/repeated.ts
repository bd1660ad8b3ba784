/** The table that records the functions and triggers of `migrations/repeatable`. */
export const REPEATED = `
create table repeatable_migrations (
  name text primary key,
  on_table text not null,
  hash text not null
);
comment on table repeatable_migrations is
  'the functions and triggers that migrations/repeatable has made';
comment on column repeatable_migrations.on_table is
  'the table that is locked while the function or trigger is replaced; empty: none';
comment on column repeatable_migrations.hash is
  'the hash of its text; if the code has another hash, migrate replaces it';
`
