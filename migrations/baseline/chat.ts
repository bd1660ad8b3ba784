/** Threads, their messages, and the records of both. */
export const CHAT = `
-- What the customer's server says about a user.
create table contexts (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_reference text not null,
  traits jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, user_reference)
);

-- Sessions and conversations. No index has a column that each message writes: updates stay HOT.
create table threads (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  agent_id uuid not null,
  kind text not null check (kind in ('session', 'conversation')),
  status text not null check (status in ('active', 'open', 'closed', 'expired', 'handed_off')),
  visitor_id text,
  customer_id text,
  title text,
  locale text,
  user_context_id uuid,
  metadata jsonb not null default '{}',
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  subject text,
  active_at timestamptz not null default now(),
  first_open_seq integer not null default 0,
  page_origin text,
  is_test boolean not null default false,
  handoff_epoch integer not null default 0,
  handoff_id uuid,
  is_playground boolean not null default false,
  unique (organization_id, id),
  foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade,
  foreign key (organization_id, user_context_id)
    references contexts (organization_id, id) on delete set null (user_context_id)
) with (fillfactor = 70);
create index threads_organization_id_kind_id_idx on threads (organization_id, kind, id);
create index threads_organization_id_agent_id_idx on threads (organization_id, agent_id);
create index threads_organization_id_user_context_id_idx
  on threads (organization_id, user_context_id) where user_context_id is not null;
create index threads_customer on threads (organization_id, customer_id)
  where customer_id is not null;
create index threads_active_sessions on threads (created_at)
  where kind = 'session' and status = 'active';
create index threads_visitor on threads (organization_id, visitor_id, id)
  where visitor_id is not null;
create index threads_ended on threads (organization_id, kind, status, id)
  where status in ('closed', 'expired');
create index threads_opened on threads (organization_id, created_at) include (kind, agent_id);
create index threads_of_pages on threads (organization_id, id) where page_origin is not null;
create index threads_of_tests on threads (organization_id, id) where is_test;
create index threads_of_subject on threads (organization_id, subject, id)
  where subject is not null and customer_id is null;
create index threads_of_playground on threads (organization_id, id) where is_playground;
comment on column threads.customer_id is
  'the organization''s own id of a known customer; of a session: whom an identity token has '
  'vouched for, and null: anonymous';
comment on column threads.last_seq is
  'place of the newest message; taken under the row''s lock, so messages have one order';
comment on column threads.subject is
  'the visitor whose token opened the session; null: a server did';
comment on column threads.active_at is
  'when its last message was posted; without one, when it was opened';
comment on column threads.first_open_seq is 'no reply of a lower seq is unfinished';
comment on column threads.page_origin is
  'the origin of the page whose widget opened the session; null: a server or the dashboard '
  'did, or the demo page of this service';
comment on column threads.is_test is
  'whether a test key opened it: no figure counts it, and it is deleted a day later';
comment on column threads.handoff_epoch is
  'raised when people take the thread, and when they return it';
comment on column threads.handoff_id is
  'the handoff while people have the thread; null: the agent has it';
comment on column threads.is_playground is
  'whether a user of the dashboard opened it to try the agent: figures count what it costs, '
  'and nothing else of it';

-- A narrow table of its own: an index of threads on active_at would have each message write all
-- indexes of threads (eleven entries a message). Its key is the whole order: while an old snapshot
-- is open, thread_id alone would find all earlier entries of the thread. A trigger keeps it; a
-- foreign key would look for each of many new threads by itself.
create table threads_by_activity (
  thread_id uuid not null,
  organization_id uuid not null,
  active_at timestamptz not null,
  primary key (organization_id, active_at, thread_id)
);
comment on table threads_by_activity is
  'threads.active_at in order; kept by the triggers of threads';

-- What was said. A reply becomes a row when it ends; until then it is a row of open_jobs. By
-- default a table is vacuumed when a fifth of it has changed, with its indexes left out: at a
-- million messages, an index of unfinished rows would keep 100,000 ended ones.
create table messages (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null,
  agent_id uuid not null,
  seq integer not null,
  role text not null,
  status text not null
    check (status in ('queued', 'processing', 'completed', 'failed', 'cancelled')),
  content text,
  metadata jsonb not null default '{}',
  request_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  in_reply_to uuid unique,
  attempt integer not null default 0,
  failures integer not null default 0,
  queued_at timestamptz not null default now(),
  wake_at timestamptz,
  deadline_at timestamptz,
  waiter text,
  error jsonb,
  citations jsonb not null default '[]',
  model text,
  finish_reason text,
  crashes integer not null default 0,
  worker text,
  claimed_at timestamptz,
  grounded boolean,
  streamed boolean not null default false,
  draft text,
  traced boolean not null default false,
  traceparent text,
  fallback_for text,
  author_id uuid,
  author_name text,
  is_internal boolean not null default false,
  attachments jsonb,
  unique (organization_id, id),
  unique (thread_id, seq),
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade,
  foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade,
  constraint messages_in_reply_to_fkey foreign key (organization_id, in_reply_to)
    references messages (organization_id, id) on delete cascade,
  constraint messages_completed_at_check
    check ((completed_at is null) = (status in ('queued', 'processing'))),
  constraint messages_roles check (role in ('user', 'assistant', 'human_agent'))
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 10000,
  vacuum_index_cleanup = on
);
create index messages_agent_id_idx on messages (agent_id);
create index messages_failed on messages (organization_id, created_at) where status = 'failed';
create index messages_failed_by_thread on messages (organization_id, thread_id)
  where status = 'failed';
create index messages_ungrounded on messages (organization_id, thread_id) where not grounded;
create index messages_waiting_of
  on messages ((case when wake_at is not null then organization_id end), wake_at)
  where wake_at is not null;
create index messages_unfinished_of
  on messages ((case when completed_at is null then thread_id end), seq) where completed_at is null;
create index messages_ungrounded_by_time on messages (organization_id, created_at)
  include (thread_id, agent_id) where not grounded;
create index messages_answered on messages (organization_id, created_at)
  include (status, agent_id, model, completed_at, thread_id) where role = 'assistant';
comment on column messages.attempt is
  'the fence: raised by each claim, never lowered; only its holder may finish the reply';
comment on column messages.failures is 'attempts that failed, other than by a crash or a shutdown';
comment on column messages.wake_at is
  'when the sweeper looks: queued, once the doorbell must be lost; processing, the end of the '
  'lease';
comment on column messages.waiter is 'address of the API process that waits for the reply';
comment on column messages.crashes is 'workers that ended while they held the row';
comment on column messages.worker is 'who holds the row, or held it last';
comment on column messages.grounded is
  'of a completed reply: whether it cites knowledge; null: not completed, a question, or older '
  'than the column';
comment on column messages.streamed is
  'whether somebody wants to see the reply while it is written';
comment on column messages.draft is
  'of an unfinished reply: what its latest attempt has written, about once a second; null: '
  'nothing yet, or finished';
comment on column messages.traced is 'of a reply: whether it is to be kept how it came about';
comment on column messages.traceparent is
  'W3C trace context of the request that it is from; null: not traced';
comment on column messages.fallback_for is
  'the model that was to write the reply and could not; null: it did, or the message is no reply';
comment on column messages.author_id is
  'of a human agent: the user of the dashboard, who may be gone; null: it came with a key';
comment on column messages.author_name is 'of a human agent: what the customer sees';
comment on column messages.is_internal is
  'a note among colleagues, which neither customers nor models see';
comment on column messages.attachments is
  'the files of the message [{id, name, type, bytes}]; null: none';

-- Decision 65.
create table attachments (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null,
  message_id uuid,
  file_name text not null,
  media_type text not null,
  size_bytes integer not null,
  bytes bytea,
  object_key text,
  extract text,
  created_at timestamptz not null default now(),
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade,
  check ((bytes is null) <> (object_key is null))
);
create index attachments_of_thread on attachments (thread_id, created_at);
create index attachments_of_organization on attachments (organization_id, created_at)
  include (size_bytes);
create index attachments_unsent on attachments (created_at) where message_id is null;
create unique index attachments_object on attachments (object_key) where object_key is not null;
comment on table attachments is 'images and PDFs that were uploaded for messages';
comment on column attachments.message_id is
  'null: no message has it yet; such a file is deleted after a day';
comment on column attachments.extract is
  'of a PDF: the beginning of its text; empty: none can be read; null: it was not read yet';

-- Ratings of threads and of replies. An unfinished reply can be rated and is no row of messages,
-- so message_id is no reference.
create table feedback (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null,
  message_id uuid,
  reviewer text not null,
  rating smallint not null check (rating between 1 and 5),
  comment text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (thread_id, message_id, reviewer),
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade
);
create index feedback_organization_id_thread_id_id_idx on feedback (organization_id, thread_id, id);
create index feedback_message_id_idx on feedback (message_id) where message_id is not null;
create index feedback_given on feedback (organization_id, created_at) include (rating, thread_id);
create index feedback_negative on feedback (organization_id, thread_id) where rating <= 2;

create table reply_traces (
  reply_id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  attempt integer not null,
  trace jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, reply_id),
  foreign key (organization_id, reply_id)
    references messages (organization_id, id) on delete cascade
);
create index reply_traces_created_at_idx on reply_traces (created_at);
create index reply_traces_organization_id_created_at_idx
  on reply_traces (organization_id, created_at);
comment on table reply_traces is
  'what the latest attempt of a reply was made from; kept for some days only';

-- What a request with an Idempotency-Key made, so that its repetition finds it.
create table idempotency_keys (
  organization_id uuid not null references organizations on delete cascade,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  record_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, endpoint, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
comment on column idempotency_keys.endpoint is
  'method and path: the same key means another request elsewhere';

-- Replies that try an agent's settings, or suggest an answer (decision 49). No thread or message
-- has them, so no figure counts them.
create table agent_trials (
  id uuid primary key,
  organization_id uuid not null,
  agent_id uuid not null,
  asked jsonb not null,
  outcome jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  thread_id uuid,
  foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade,
  constraint agent_trials_of_thread foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade
);
create index agent_trials_organization_id_agent_id_idx on agent_trials (organization_id, agent_id);
create index agent_trials_created_at_idx on agent_trials (created_at);
create index agent_trials_by_thread on agent_trials (organization_id, thread_id)
  where thread_id is not null;
comment on table agent_trials is 'the open job of a trial has its id, the lane reply and no thread';
comment on column agent_trials.asked is 'the settings, the question, the traits and the history';
comment on column agent_trials.outcome is 'null: not ended';
comment on column agent_trials.thread_id is
  'the thread whose question is asked; null: the words are the caller''s own';

create table erased_customers (
  organization_id uuid not null references organizations on delete cascade,
  reference_hash bytea not null,
  erased_at timestamptz not null default now(),
  primary key (organization_id, reference_hash)
);
create index erased_customers_by_time on erased_customers (erased_at);
comment on table erased_customers is
  'who was erased in the last two days, so that an older identity token makes nobody anew';
`
