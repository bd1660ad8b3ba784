import type { Knex } from 'knex'

/**
 * What BM25 needs: each chunk's terms with their frequency, one row per term, so that a term's
 * chunks lie side by side in one index of their organization. And what makes a chunk the same one
 * when its entry is indexed anew.
 *
 * Postings go with their chunks by a trigger and not by a foreign key: a connection keeps the plan
 * of a key's checks, and one that was made while the tables were small reads all of `chunks` for
 * every posting of a large file.
 *
 * `chunks.id` is random and not a sequence: ids of chunks are then spread evenly, and from the first thousand of a term
 * follows how many there are, without counting them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chunks
      add column id bigint not null default ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint & ${LARGEST},
      add column heading text not null default '',
      add column language text not null default 'simple',
      add column hash text not null default '',
      add column length integer not null default 0,
      add column question_key text,
      add column page_url text,
      add column page_title text;
    update chunks set language = 'english', length = ${LENGTH};
    alter table chunks
      drop constraint chunks_pkey,
      drop constraint chunks_organization_id_entry_id_fkey,
      alter column length drop default,
      add primary key (organization_id, id) include (entry_id, length),
      add foreign key (organization_id, entry_id) references knowledge_entries (organization_id, id) on delete cascade;
    drop index chunks_organization_id_idx;
    create index chunks_position on chunks (organization_id, entry_id, position);
    create unique index chunks_hash on chunks (organization_id, entry_id, hash) where hash <> '';
    create index chunks_language on chunks (organization_id, language);
    create index chunks_question on chunks (organization_id, question_key) where question_key is not null;
    comment on column chunks.heading is 'the headings above it, from the outermost on, with " › " between; empty: none';
    comment on column chunks.language is 'whose stems its terms are, as PostgreSQL calls the language; simple: words as they are';
    comment on column chunks.hash is 'of all that its index is made of; empty: it was indexed before there were hashes';
    comment on column chunks.length is 'in words';
    comment on column chunks.question_key is 'of a pair: what questions that are the same have in common';
    comment on column chunks.page_url is 'null: the url of its entry';
    comment on column chunks.page_title is 'null: the title of its entry';

    create table postings (
      organization_id uuid not null,
      chunk_id bigint not null,
      frequency smallint not null,
      length smallint not null,
      term text not null collate "C",
      primary key (organization_id, term, chunk_id) include (frequency, length)
    );
    insert into postings (organization_id, chunk_id, frequency, length, term)
    select organization_id, id, cardinality(positions), least(length, ${MOST}), lexeme
      from chunks, unnest(terms) where length(lexeme) <= 64;
    create index postings_chunk on postings (organization_id, chunk_id);
    create function delete_postings() returns trigger language plpgsql
      set enable_seqscan = off set plan_cache_mode = force_custom_plan
    as $$
    begin
      delete from postings p using gone where p.organization_id = gone.organization_id and p.chunk_id = gone.id;
      return null;
    end $$;
    create trigger delete_postings after delete on chunks referencing old table as gone
      for each statement execute function delete_postings();
    comment on table postings is 'how often a term stands in a chunk, and how long that is';

    alter table chunks drop column terms;
  `)
}

const LARGEST = '9223372036854775807'
const MOST = '32767'
const LENGTH = 'coalesce((select sum(cardinality(positions)) from unnest(terms)), 0)'

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger delete_postings on chunks;
    drop function delete_postings;
    drop table postings;
    alter table chunks add column terms tsvector;
    update chunks set terms = to_tsvector('english', text);
    alter table chunks
      alter column terms set not null,
      drop constraint chunks_pkey,
      drop column id, drop column heading, drop column language, drop column hash, drop column length,
      drop column question_key, drop column page_url, drop column page_title,
      add primary key (entry_id, position);
    drop index if exists chunks_position;
    create index on chunks using gin (terms);
    create index on chunks (organization_id);
  `)
}
