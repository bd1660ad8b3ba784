import type { Knex } from 'knex'

/**
 * The chunks' vectors, and which entries are still to be embedded.
 *
 * `bits` is the vector with each number cut to its sign. A vector of 1536 numbers takes 6 kB, its bits 192 bytes, which stay in the row:
 * those of 100,000 chunks are compared with a question's in 75 ms of processor time, by
 * PostgreSQL's own operators. Only of the nearest are the vectors read. So neither column depends
 * on the extension `vector`; with it, a worker makes an index of the bits.
 *
 * Vectors go with their chunks by a trigger, like postings, see the migration 0015. Whoever stores
 * one locks its chunk.
 *
 * PostgreSQL is told to keep no statistics of the two: reading all vectors for them took 15 s
 * instead of 0.1.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table embedding_model (
      is_current boolean primary key default true check (is_current),
      name text not null,
      dimensions integer,
      error jsonb
    );
    comment on table embedding_model is 'the model that knowledge is embedded by: one row, or none before the first';
    comment on column embedding_model.dimensions is 'null until it has given a vector';
    comment on column embedding_model.error is 'why the last try failed; null: it did not';

    create table chunk_embeddings (
      organization_id uuid not null,
      chunk_id bigint not null,
      model text not null,
      entry_id uuid not null,
      bits bit varying,
      vector bytea,
      primary key (organization_id, model, chunk_id),
      check ((bits is null) = (vector is null))
    );
    alter table chunk_embeddings
      alter column bits set storage plain,
      alter column bits set statistics 0,
      alter column vector set statistics 0,
      alter column vector set storage external,
      set (toast_tuple_target = 256);
    create index chunk_embeddings_chunk on chunk_embeddings (organization_id, chunk_id);
    create function delete_chunk_embeddings() returns trigger language plpgsql
      set enable_seqscan = off set plan_cache_mode = force_custom_plan
    as $$
    begin
      delete from chunk_embeddings v using gone where v.organization_id = gone.organization_id and v.chunk_id = gone.id;
      return null;
    end $$;
    create trigger delete_chunk_embeddings after delete on chunks referencing old table as gone
      for each statement execute function delete_chunk_embeddings();
    comment on column chunk_embeddings.vector is '32-bit numbers, little-endian, of length 1; null: the model refuses the text';

    alter table knowledge_entries add column embed_at timestamptz;
    update knowledge_entries set embed_at = now() where chunk_count > 0;
    create index knowledge_entries_embed_at on knowledge_entries (organization_id, embed_at) where embed_at is not null;
    comment on column knowledge_entries.embed_at is
      'when a worker is to look for chunks without a vector; in the future: one does; null: there are none';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_entries drop column embed_at;
    drop trigger delete_chunk_embeddings on chunks;
    drop function delete_chunk_embeddings;
    drop table chunk_embeddings, embedding_model;
  `)
}
