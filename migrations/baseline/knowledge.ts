/** Knowledge entries, their chunks, and the index that retrieval reads. */
export const KNOWLEDGE = `
-- A file, a question with its answer, or a web page.
create table knowledge_entries (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('file', 'qa', 'url')),
  agent_ids uuid[],
  title text,
  url text,
  question text,
  answer text,
  tags text[] not null default '{}',
  source text,
  status text not null check (status in ('pending', 'processing', 'ready', 'failed')),
  error jsonb,
  chunk_count integer not null default 0,
  indexed_at timestamptz,
  request_id text not null,
  attempt integer not null default 0,
  failures integer not null default 0,
  queued_at timestamptz not null default now(),
  wake_at timestamptz,
  deadline_at timestamptz,
  waiter text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  page_title text,
  file_type text,
  summary text,
  file_name text,
  size_bytes integer,
  crashes integer not null default 0,
  worker text,
  claimed_at timestamptz,
  progress jsonb,
  crawl text not null default 'page' check (crawl in ('page', 'sitemap', 'site')),
  max_pages integer not null default 50 check (max_pages between 1 and 500),
  refresh_hours integer check (refresh_hours between 1 and 8760),
  is_recheck boolean not null default false,
  checked_at timestamptz,
  canonical_url text,
  pages jsonb,
  etag text,
  last_modified text,
  embed_at timestamptz,
  traceparent text,
  unique (organization_id, id)
);
create index knowledge_entries_organization_id_kind_id_idx
  on knowledge_entries (organization_id, kind, id);
create index knowledge_entries_unready on knowledge_entries (organization_id, kind, id)
  where status <> 'ready';
create index knowledge_entries_agents on knowledge_entries using gin (agent_ids)
  where agent_ids is not null;
create index knowledge_entries_refreshed on knowledge_entries (queued_at)
  where refresh_hours is not null;
create index knowledge_entries_embed_at on knowledge_entries (organization_id, embed_at)
  where embed_at is not null;
create index knowledge_entries_waiting_of
  on knowledge_entries ((case when wake_at is not null then organization_id end), wake_at)
  where wake_at is not null;
comment on column knowledge_entries.agent_ids is
  'the agents that the entry serves; null: every agent of the organization';
comment on column knowledge_entries.failures is
  'attempts that failed, other than by a crash or a shutdown';
comment on column knowledge_entries.page_title is
  'the title that the fetched page gives itself; "title" goes before it';
comment on column knowledge_entries.size_bytes is
  'null: the entry is metadata only and has no row in knowledge_files';
comment on column knowledge_entries.crashes is 'workers that ended while they held the row';
comment on column knowledge_entries.worker is 'who holds the row, or held it last';
comment on column knowledge_entries.progress is 'pages {done, total} of the attempt that runs';
comment on column knowledge_entries.is_recheck is
  'queued because its time has come, with nothing changed: its chunks may stay';
comment on column knowledge_entries.checked_at is 'when the page was last seen, changed or not';
comment on column knowledge_entries.pages is 'pages {done, failed} of a crawl';
comment on column knowledge_entries.embed_at is
  'when a worker is to look for chunks without a vector; in the future: one does; null: there '
  'are none';
comment on column knowledge_entries.traceparent is
  'W3C trace context of the request that it is from; null: not traced';

create table knowledge_files (
  entry_id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  bytes bytea,
  object_key text,
  foreign key (organization_id, entry_id)
    references knowledge_entries (organization_id, id) on delete cascade,
  constraint knowledge_files_content_check check ((bytes is null) <> (object_key is null))
);
create index knowledge_files_organization_id_idx on knowledge_files (organization_id);
create unique index knowledge_files_object_key_idx on knowledge_files (object_key)
  where object_key is not null;
comment on table knowledge_files is 'apart from their entries, so that lists do not carry them';

create table stored_objects (
  key text primary key,
  organization_id uuid not null,
  entry_id uuid not null,
  was_used boolean not null default false,
  created_at timestamptz not null default now()
);
create index stored_objects_entry_id_idx on stored_objects (entry_id);
comment on table stored_objects is
  'every object that was or is being put into the object storage; it outlives entry and '
  'organization, so that the object can be deleted';

-- Indexed pieces of entries, which retrieval finds. Ids are random: so they are spread evenly, and
-- the first thousand postings of a term show how many there are, without counting them.
create table chunks (
  entry_id uuid not null,
  position integer not null,
  organization_id uuid not null references organizations on delete cascade,
  text text not null,
  id bigint not null default
    ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint & 9223372036854775807,
  heading text not null default '',
  language text not null default 'simple',
  hash text not null default '',
  length integer not null,
  question_key text,
  page_url text,
  page_title text,
  page integer,
  primary key (organization_id, id) include (entry_id, length),
  foreign key (organization_id, entry_id)
    references knowledge_entries (organization_id, id) on delete cascade
);
create index chunks_position on chunks (organization_id, entry_id, position);
create unique index chunks_hash on chunks (organization_id, entry_id, hash) where hash <> '';
create index chunks_language on chunks (organization_id, language);
create index chunks_question on chunks (organization_id, question_key)
  where question_key is not null;
comment on column chunks.heading is
  'the headings above it, from the outermost on, with " › " between; empty: none';
comment on column chunks.language is
  'whose stems its terms are, as PostgreSQL calls the language; simple: words as they are';
comment on column chunks.hash is
  'of all that its index is made of; empty: it was indexed before there were hashes';
comment on column chunks.length is 'in words';
comment on column chunks.question_key is
  'of a pair: what questions that are the same have in common';
comment on column chunks.page_url is 'null: the url of its entry';
comment on column chunks.page_title is 'null: the title of its entry';
comment on column chunks.page is
  'the page of its file on which it begins, from 1 on; null: the file has no pages';

-- What BM25 needs, a row a term, so that the chunks of a term lie side by side. Rows go with their
-- chunks by a trigger: the plan of a foreign key's check, made while the tables were small, would
-- read all of chunks for every posting of a large file.
create table postings (
  organization_id uuid not null,
  chunk_id bigint not null,
  frequency smallint not null,
  length smallint not null,
  term text collate "C" not null,
  primary key (organization_id, term, chunk_id) include (frequency, length)
);
create index postings_chunk on postings (organization_id, chunk_id);
comment on table postings is 'how often a term stands in a chunk, and how long that is';

create table embedding_model (
  is_current boolean primary key default true check (is_current),
  name text not null,
  dimensions integer,
  error jsonb
);
comment on table embedding_model is
  'the model that knowledge is embedded by: one row, or none before the first';
comment on column embedding_model.dimensions is 'null until it has given a vector';
comment on column embedding_model.error is 'why the last try failed; null: it did not';

-- The vectors of chunks. bits is the vector with each number cut to its sign: 192 bytes instead of
-- 6 kB, which stay in the row. Those of 100,000 chunks are compared with a question's in 75 ms, and
-- only the vectors of the nearest are read. No column depends on the extension vector: where there
-- is one, a worker makes an index of bits. Without statistics of the two columns: reading all
-- vectors for them took 15 s instead of 0.1. Rows go with their chunks by a trigger, like postings.
create table chunk_embeddings (
  organization_id uuid not null,
  chunk_id bigint not null,
  model text not null,
  entry_id uuid not null,
  bits bit varying,
  vector bytea,
  primary key (organization_id, model, chunk_id),
  check ((bits is null) = (vector is null))
) with (toast_tuple_target = 256);
alter table chunk_embeddings
  alter column bits set storage plain,
  alter column bits set statistics 0,
  alter column vector set storage external,
  alter column vector set statistics 0;
create index chunk_embeddings_chunk on chunk_embeddings (organization_id, chunk_id);
comment on column chunk_embeddings.vector is
  '32-bit numbers, little-endian, of length 1; null: the model refuses the text';

create table knowledge_versions (
  organization_id uuid primary key references organizations on delete cascade,
  version bigint not null
);
comment on table knowledge_versions is
  'a number that is another one after each change of what retrieval finds';

-- Words that mean the same in an organization.
create table knowledge_synonyms (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  words text[] not null check (cardinality(words) between 2 and 12),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);

-- Sentences of two entries that give different figures for the same, as workers find them.
create table knowledge_contradictions (
  id uuid not null,
  organization_id uuid not null,
  entry_id uuid not null,
  other_entry_id uuid not null,
  sentence text not null check (length(sentence) <= 400),
  other_sentence text not null check (length(other_sentence) <= 400),
  figures text[] not null,
  other_figures text[] not null,
  hash text not null,
  found_at timestamptz not null default now(),
  dismissed_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, entry_id, other_entry_id, hash),
  foreign key (organization_id, entry_id)
    references knowledge_entries (organization_id, id) on delete cascade,
  foreign key (organization_id, other_entry_id)
    references knowledge_entries (organization_id, id) on delete cascade
);
create index knowledge_contradictions_organization_id_other_entry_id_idx
  on knowledge_contradictions (organization_id, other_entry_id);
comment on column knowledge_contradictions.hash is
  'of both sentences; one that was dismissed keeps no more of them';

-- When replies last had an entry among their passages, and when one last cited it.
create table knowledge_uses (
  organization_id uuid not null,
  entry_id uuid not null,
  since timestamptz not null default now(),
  first_found_at timestamptz,
  found_at timestamptz,
  cited_at timestamptz,
  primary key (organization_id, entry_id),
  foreign key (organization_id, entry_id)
    references knowledge_entries (organization_id, id) on delete cascade
);
comment on column knowledge_uses.since is 'since when uses are recorded';
`
