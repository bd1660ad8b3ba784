import { OF_DELETED_THREADS } from './ofDeletedThreads.ts'
import { type SqlFunction, triggerFunction, unlessSwitchedOff } from './sqlFunction.ts'

/**
 * All functions and triggers of the database, except the writers of events (`eventWriters.ts`) and
 * the functions that a table needs before it can exist, which stand beside that table in the
 * baseline. When a text changes here, the next `migrate` replaces the function. Old code goes on
 * calling a function until the deployment ends, so a function with different arguments or a
 * different result needs a new name.
 */
export const FUNCTIONS: readonly SqlFunction[] = [
  {
    name: 'job_row',
    about:
      'the row of a job that is given as JSON, for statements that store an outcome and its job',
    table: null,
    sql: `
create or replace function job_row(job jsonb) returns jobs language sql stable as $$
  select jsonb_populate_record(null::jobs, job || jsonb_build_object('created_at', now()))
$$`,
  },

  // Bounded by its dates: a caller that does not know how far to look asks for a week at a time.
  {
    name: 'office_spans',
    about: 'the spans of office hours on the dates from first to last, without holidays',
    table: null,
    sql: `
create or replace function office_spans(hours jsonb, zone text, first date, last date)
returns table (opens timestamptz, closes timestamptz) language sql stable as $$
  select (day::date + (span->>'from')::time) at time zone zone,
         (day::date + (span->>'to')::interval) at time zone zone
    from generate_series(first::timestamp, last::timestamp, '1 day') day
   cross join jsonb_array_elements(hours->'days') span
   where span->>'day' = to_char(day, 'fmday')
     and not coalesce(hours->'holidays', '[]')
             @> jsonb_build_array(jsonb_build_object('date', to_char(day, 'YYYY-MM-DD')))
$$`,
  },

  // Looks a week ahead at a time, as most deadlines are in the first, and gives up after a year.
  {
    name: 'office_deadline',
    about:
      'when so many minutes of office hours have passed; null: never within a year, or no minutes',
    table: null,
    sql: `
create or replace function office_deadline(hours jsonb, zone text, since timestamptz, minutes integer)
returns timestamptz language plpgsql stable as $$
declare
  remaining interval := make_interval(mins => minutes);
  reached timestamptz := since;
  first date := (since at time zone zone)::date;
  span record;
begin
  if hours is null or minutes is null then
    return since + remaining;
  end if;
  for week in 0..52 loop
    for span in select * from office_spans(hours, zone, first + 7 * week, first + 7 * week + 6)
                 where closes > since order by opens, closes loop
      -- Spans may overlap, and the first may have begun before the wait.
      if span.closes > reached then
        reached := greatest(reached, span.opens);
        if span.closes - reached >= remaining then
          return reached + remaining;
        end if;
        remaining := remaining - (span.closes - reached);
        reached := span.closes;
      end if;
    end loop;
  end loop;
  return null;
end $$`,
  },
  {
    name: 'set_handoff_due',
    about: 'sets by when a person should answer, when a customer begins or ends to wait',
    table: 'handoffs',
    sql: `
create or replace function set_handoff_due() returns trigger language plpgsql as $$
begin
  new.due_at := (
    select office_deadline(o.office_hours, o.time_zone, new.waiting_since,
                           case when new.first_reply_at is null then o.first_answer_minutes
                                else o.next_answer_minutes end)
      from organizations o where o.id = new.organization_id and new.waiting_since is not null);
  return new;
end $$`,
    triggers: {
      handoffs_opened_with_target:
        'before insert on handoffs for each row when (new.waiting_since is not null)',
      handoffs_waited_with_target: `before update on handoffs for each row
        when (old.waiting_since is distinct from new.waiting_since)`,
    },
  },

  // Looks a place up by its whole key: while an old snapshot is open, thread_id alone also finds
  // all earlier places of the thread.
  {
    name: 'order_threads',
    about: 'keeps threads_by_activity, which has the order of threads',
    table: 'threads',
    sql: triggerFunction(
      'order_threads',
      `
  if tg_op = 'INSERT' then
    insert into threads_by_activity (thread_id, organization_id, active_at)
      select id, organization_id, active_at from changed on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    update threads_by_activity set active_at = new.active_at
     where organization_id = old.organization_id and active_at = old.active_at
       and thread_id = old.id;
  else
    delete from threads_by_activity where ctid = any(array(
      select o.ctid from changed c cross join lateral (
        select ctid from threads_by_activity
         where organization_id = c.organization_id and active_at = c.active_at and thread_id = c.id
         limit 1) o));
  end if;`,
    ),
    triggers: {
      threads_opened: 'after insert on threads referencing new table as changed for each statement',
      threads_deleted:
        'after delete on threads referencing old table as changed for each statement',
      thread_active: `after update on threads for each row
        when (old.active_at is distinct from new.active_at)`,
    },
  },

  OF_DELETED_THREADS,

  // Runs once for each statement that changed entries, and the first run of a transaction does it
  // all. Deferred to the end of the transaction. Otherwise the row of the version would be locked
  // while a large file is stored, and all other changes of the organization would wait. Because the
  // row is locked until the transaction ends, versions have the order of the commits, and a record
  // without a version is of this transaction. The step is random: with steps of 1, a standby that
  // became the primary without the last changes would give their numbers to other changes.
  {
    name: 'version_knowledge',
    about: 'gives the knowledge another version, and its changes that version; counts its chunks',
    table: 'knowledge_changes',
    sql: triggerFunction(
      'version_knowledge',
      `
  if exists (select from knowledge_changes
              where organization_id = new.organization_id and version is null) then
    with made as (
      insert into knowledge_versions as former (organization_id, version)
        values (new.organization_id, 1 + floor(random() * 1000000)::bigint)
      on conflict (organization_id) do update
        set version = former.version + 1 + floor(random() * 1000000)::bigint,
            chunks = former.chunks + (select sum(more_chunks) from knowledge_changes
                                       where organization_id = new.organization_id and version is null)
      returning version
    )
    update knowledge_changes set version = made.version, changed_at = clock_timestamp()
      from made where organization_id = new.organization_id and knowledge_changes.version is null;
  end if;`,
      'set enable_seqscan = off',
    ),
    triggers: {
      knowledge_counted: `after insert on knowledge_changes deferrable initially deferred
        for each row
        when (new.version is null and new.more_chunks is not null)`,
    },
  },

  // Every change of chunks also changes `indexed_at` of their entry, or deletes the entry, in the
  // same transaction. Names of entries count, too, because workers cache them. Once for each
  // statement: a trigger for each row took 13 % of PostgreSQL's time for a group of a hundred pairs.
  // Without nested loops, because nothing is known of how many rows the statement changed.
  {
    name: 'note_changed_entries',
    about: 'records that entries changed, for the next version of the knowledge',
    table: 'knowledge_entries',
    sql: triggerFunction(
      'note_changed_entries',
      `
  insert into knowledge_changes (organization_id, is_anew, more_chunks)
    select organization_id, bool_or(was.agent_ids is distinct from now.agent_ids),
           sum(now.chunk_count - was.chunk_count)
      from former was join changed now using (organization_id, id)
     where (was.indexed_at, was.agent_ids, was.title, was.page_title, was.question, was.url,
            was.chunk_count)
           is distinct from (now.indexed_at, now.agent_ids, now.title, now.page_title, now.question,
                             now.url, now.chunk_count)
     group by organization_id;`,
      'set enable_nestloop = off',
    ),
    triggers: {
      note_changed_entries: `after update on knowledge_entries
        referencing old table as former new table as changed for each statement`,
    },
  },
  {
    name: 'note_gone_entries',
    about: 'records that entries were deleted, for the next version of the knowledge',
    table: 'knowledge_entries',
    sql: triggerFunction(
      'note_gone_entries',
      `
  insert into knowledge_changes (organization_id, more_chunks)
    select organization_id, -sum(chunk_count) from gone
     where (indexed_at is not null or chunk_count <> 0)
       and organization_id in (select id from organizations)
     group by organization_id;`,
    ),
    triggers: {
      note_gone_entries:
        'after delete on knowledge_entries referencing old table as gone for each statement',
    },
  },
  {
    name: 'note_changed_synonyms',
    about: 'gives the knowledge another version when synonyms change: workers hold them, too',
    table: 'knowledge_synonyms',
    sql: triggerFunction(
      'note_changed_synonyms',
      `
  insert into knowledge_changes (organization_id, more_chunks)
    select id, 0 from organizations
     where id = coalesce(new.organization_id, old.organization_id);`,
    ),
    triggers: {
      note_changed_synonyms: 'after insert or update or delete on knowledge_synonyms for each row',
    },
  },

  // Only ids, because no word of a deleted text may stay.
  {
    name: 'note_added_chunks',
    about: 'records the ids of added chunks, for the next version of the knowledge',
    table: 'chunks',
    sql: triggerFunction(
      'note_added_chunks',
      `
  insert into knowledge_changes (organization_id, added)
    select organization_id, array_agg(id) from changed
     where organization_id in (select id from organizations) group by organization_id;`,
    ),
    triggers: {
      note_added_chunks:
        'after insert on chunks referencing new table as changed for each statement',
    },
  },
  {
    name: 'note_gone_chunks',
    about: 'records the ids of deleted chunks, for the next version of the knowledge',
    table: 'chunks',
    sql: triggerFunction(
      'note_gone_chunks',
      `
  insert into knowledge_changes (organization_id, gone)
    select organization_id, array_agg(id) from changed
     where organization_id in (select id from organizations) group by organization_id;`,
    ),
    triggers: {
      note_gone_chunks:
        'after delete on chunks referencing old table as changed for each statement',
    },
  },

  // The settings force plans that use an index. A plan that was made while the tables were small
  // would read whole tables for each large file.
  {
    name: 'delete_postings',
    about: 'deletes the postings of deleted chunks',
    table: 'chunks',
    sql: triggerFunction(
      'delete_postings',
      `
  delete from postings p using gone
   where p.organization_id = gone.organization_id and p.chunk_id = gone.id;`,
      'set enable_seqscan = off set plan_cache_mode = force_custom_plan',
    ),
    triggers: {
      delete_postings: 'after delete on chunks referencing old table as gone for each statement',
    },
  },
  {
    name: 'delete_chunk_embeddings',
    about: 'deletes the vectors of deleted chunks',
    table: 'chunks',
    sql: triggerFunction(
      'delete_chunk_embeddings',
      `
  delete from chunk_embeddings v using gone
   where v.organization_id = gone.organization_id and v.chunk_id = gone.id;`,
      'set enable_seqscan = off set plan_cache_mode = force_custom_plan',
    ),
    triggers: {
      delete_chunk_embeddings:
        'after delete on chunks referencing old table as gone for each statement',
    },
  },

  {
    name: 'sum_up_limit_blocks',
    about: 'sums up the refusals of rate limits: one event, limit.blocked, reports each minute',
    table: 'limit_blocks',
    sql: triggerFunction(
      'sum_up_limit_blocks',
      unlessSwitchedOff(`
    insert into limit_minutes as m (organization_id, minute, bucket, count)
      select organization_id, date_bin('1 minute', created_at, 'epoch'), bucket, count(*)
        from made group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization_id, minute, bucket)
        do update set count = m.count + excluded.count;`),
    ),
    triggers: {
      sum_up_limit_blocks:
        'after insert on limit_blocks referencing new table as made for each statement',
    },
  },

  // The answer of a webhook's receiver may repeat the words that it was sent. So stored answers are
  // deleted together with these words.
  {
    name: 'blank_answers_of_threads',
    about: 'deletes stored answers of receivers about deleted threads, whose words they may repeat',
    table: 'threads',
    sql: triggerFunction(
      'blank_answers_of_threads',
      unlessSwitchedOff(`
    update delivery_attempts a set response_head = null
      from gone g
      join webhook_endpoints w on w.organization_id = g.organization_id
      join events e on e.thread_id = g.id and e.organization_id = g.organization_id
      join webhook_deliveries d
        on d.event_id = e.id and d.organization_id = e.organization_id and d.endpoint_id = w.id
     where a.organization_id = d.organization_id and a.delivery_id = d.id
       and a.response_head is not null;`),
    ),
    triggers: {
      blank_answers_of_threads:
        'after delete on threads referencing old table as gone for each statement',
    },
  },
  {
    name: 'blank_answers_of_users',
    about: 'deletes stored answers about users when one is deleted, whose name they may repeat',
    table: 'users',
    sql: triggerFunction(
      'blank_answers_of_users',
      unlessSwitchedOff(`
    update delivery_attempts a set response_head = null
      from gone g
      join webhook_deliveries d
        on d.organization_id = g.organization_id and d.event_type like 'user.%'
     where a.organization_id = d.organization_id and a.delivery_id = d.id
       and a.response_head is not null;`),
    ),
    triggers: {
      blank_answers_of_users:
        'after delete on users referencing old table as gone for each statement',
    },
  },
  // A thread that is just being deleted is locked, and counts as deleted, so that no transaction
  // waits. Answers about deleted budgets and budgets of customers are left out: the subject of a
  // deleted budget is unknown, and the subject of a customer's budget names the customer.
  {
    name: 'blank_answers',
    about: 'leaves out an answer that comes after what it may repeat was erased',
    table: 'delivery_attempts',
    sql: `
create or replace function blank_answers() returns trigger language plpgsql as $$
declare
  about events;
begin
  select e.* into about
    from webhook_deliveries d
    join events e on e.id = d.event_id and e.organization_id = d.organization_id
   where d.organization_id = new.organization_id and d.id = new.delivery_id limit 1;
  if about.thread_id is not null then
    perform from threads where id = about.thread_id for key share skip locked;
    if not found then new.response_head := null; end if;
  elsif about.target_kind = 'user' then
    perform from users where id = about.target_id for key share skip locked;
    if not found then new.response_head := null; end if;
  elsif about.target_kind = 'budget' then
    perform from budgets
      where organization_id = about.organization_id and id = about.target_id
        and scope <> 'customer';
    if not found then new.response_head := null; end if;
  end if;
  return new;
end $$`,
    triggers: {
      blank_answers: `before insert on delivery_attempts for each row
        when (new.response_head is not null)`,
    },
  },
]
