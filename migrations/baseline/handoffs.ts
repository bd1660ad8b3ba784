/** Handoffs of threads to people, and mails about handoffs. */
export const HANDOFFS = `
-- Decision 60.
create table handoffs (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null,
  agent_id uuid not null,
  epoch integer not null,
  reason text not null,
  note text,
  requested_by text not null check (requested_by in ('visitor', 'key', 'user', 'rule')),
  assignee_id uuid,
  assigned_at timestamptz,
  questions integer not null default 0,
  last_question_id uuid,
  replies integer not null default 0,
  last_reply_id uuid,
  first_reply_at timestamptz,
  return_note text,
  returned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unanswered_at timestamptz,
  waiting_since timestamptz default now(),
  notified_at timestamptz,
  unique (thread_id, epoch),
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade,
  foreign key (organization_id, assignee_id)
    references users (organization_id, id) on delete set null (assignee_id)
) with (fillfactor = 70);
create unique index handoffs_open on handoffs (thread_id) where returned_at is null;
create index handoffs_of_organization on handoffs (organization_id, created_at, id);
create index handoffs_of_assignee on handoffs (organization_id, assignee_id)
  where assignee_id is not null;
create index handoffs_waiting on handoffs (organization_id, coalesce(waiting_since, 'infinity'), id)
  where returned_at is null;
create index handoffs_waits on handoffs (waiting_since)
  where returned_at is null and waiting_since is not null;
comment on table handoffs is
  'each time that people had a thread; the last one of a thread without returned_at: they have '
  'it now';
comment on column handoffs.epoch is 'of the thread while people have it';
comment on column handoffs.assignee_id is
  'the person who answers; null: nobody yet, or the person is gone';
comment on column handoffs.questions is 'messages of the customer meanwhile';
comment on column handoffs.replies is 'messages of people, without internal notes';
comment on column handoffs.unanswered_at is
  'when the customer last got the notice that nobody has answered in time; null: never';
comment on column handoffs.waiting_since is
  'since when the customer waits for a person; null: the last word is not theirs';
comment on column handoffs.notified_at is
  'when mails to people were last made; null: not yet, or it was not necessary';

create table saved_answers (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
comment on table saved_answers is
  'texts that the people of an organization have ready for customers';

-- Decision 62.
create table contacts (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null unique,
  sealed_email text not null,
  mailed_seq integer not null default 0,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  proven_at timestamptz,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade
);
comment on table contacts is 'the address at which the customer of a thread wants to be answered';
comment on column contacts.mailed_seq is 'messages of people up to this place have been mailed';
comment on column contacts.seen_at is
  'when the customer last looked at the thread, to some seconds';
comment on column contacts.proven_at is
  'when it was known that the address is the customer''s; null: it is only said to be';
comment on column contacts.code_hash is
  'hash of the code that was mailed to the address and proves it; null: none was, or it was used';
comment on column contacts.code_tries is 'codes that were tried since the last one was mailed';

-- Decisions 62 and 66.
create table mails (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null,
  kind text not null,
  handoff_id uuid,
  user_id uuid,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  constraint mails_kinds check (kind in ('handoff', 'answer', 'transcript'))
) with (fillfactor = 70);
create unique index mails_once on mails (thread_id, kind, coalesce(user_id, thread_id));
create index mails_due on mails (due_at);
create index mails_of_user on mails (organization_id, user_id) where user_id is not null;
comment on table mails is
  'mails that are to be sent; without words and addresses, which are read when it is sent; the '
  'row goes with the mail';
comment on column mails.user_id is
  'the user who gets a mail about a handoff; null: the thread''s contact gets it';
comment on column mails.attempts is 'the fence: raised by each claim';
comment on column mails.due_at is 'when it is sent; while a worker sends it, the end of its lease';
`
