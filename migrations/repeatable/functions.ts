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

  // The step is random: with steps of 1, a standby that became the primary without the last changes
  // would give their numbers to other changes. The row of the version is locked until the
  // transaction ends, so versions have the order of the commits. A record without a version is of
  // this transaction, because each transaction that changes chunks changes the version at its end.
  {
    name: 'make_knowledge_version',
    about: 'gives the knowledge another version, and records what it has changed',
    table: null,
    sql: `
create or replace function make_knowledge_version(organization uuid, anew boolean) returns void
  language plpgsql set enable_seqscan = off as $$
declare
  made bigint;
begin
  insert into knowledge_versions (organization_id, version)
    select id, 1 + floor(random() * 1000000)::bigint from organizations where id = organization
    on conflict (organization_id)
      do update set version = knowledge_versions.version + 1 + floor(random() * 1000000)::bigint
    returning version into made;
  if made is null then
    return;
  end if;
  update knowledge_changes set version = made, changed_at = clock_timestamp()
   where organization_id = organization and version is null;
  if anew or not found then
    insert into knowledge_changes (organization_id, version, is_anew)
      values (organization, made, anew);
  end if;
end $$`,
  },

  // Watches entries only: every change of chunks also changes `indexed_at` of their entry, or
  // deletes the entry, in the same transaction. Names of entries count, too, because workers cache
  // them. Deferred to the end of the transaction. Otherwise the row of the version would be locked
  // while a large file is stored, and all other changes of the organization would wait.
  {
    name: 'change_knowledge_version',
    about: 'gives the knowledge another version when entries change: workers read the change',
    table: 'knowledge_entries',
    sql: triggerFunction(
      'change_knowledge_version',
      `
  perform make_knowledge_version(
    old.organization_id, tg_op = 'UPDATE' and old.agent_ids is distinct from new.agent_ids);`,
    ),
    triggers: {
      knowledge_changed: `after update on knowledge_entries deferrable initially deferred
        for each row
        when (old.indexed_at is distinct from new.indexed_at
              or old.agent_ids is distinct from new.agent_ids)`,
      knowledge_renamed: `after update on knowledge_entries deferrable initially deferred
        for each row
        when (not (old.indexed_at is distinct from new.indexed_at)
              and not (old.agent_ids is distinct from new.agent_ids)
              and (old.title is distinct from new.title
                   or old.page_title is distinct from new.page_title
                   or old.question is distinct from new.question
                   or old.url is distinct from new.url))`,
      knowledge_deleted: `after delete on knowledge_entries deferrable initially deferred
        for each row
        when (old.indexed_at is not null)`,
    },
  },
  {
    name: 'change_knowledge_version_by_synonyms',
    about: 'gives the knowledge another version when synonyms change: workers hold them, too',
    table: 'knowledge_synonyms',
    sql: triggerFunction(
      'change_knowledge_version_by_synonyms',
      `
  perform make_knowledge_version(coalesce(new.organization_id, old.organization_id), false);`,
    ),
    triggers: {
      synonyms_changed:
        'after insert or update or delete on knowledge_synonyms deferrable initially deferred for each row',
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

  // Deferred like the version, which is in the same row.
  {
    name: 'count_chunks',
    about: 'keeps the number of chunks of an organization, once it has been counted',
    table: 'knowledge_entries',
    sql: triggerFunction(
      'count_chunks',
      `
  update knowledge_versions
     set chunks = chunks - old.chunk_count + case tg_op when 'UPDATE' then new.chunk_count else 0 end
   where organization_id = old.organization_id and chunks is not null;`,
    ),
    triggers: {
      knowledge_counted: `after update on knowledge_entries deferrable initially deferred
        for each row when (old.chunk_count <> new.chunk_count)`,
      knowledge_uncounted: `after delete on knowledge_entries deferrable initially deferred
        for each row when (old.chunk_count <> 0)`,
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
