import type { Knex } from 'knex'

/**
 * Moves what is unfinished to `open_jobs`, and has code of the version before work with it for as
 * long as it runs.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages drop constraint messages_wake_at_check;
    alter table knowledge_entries drop constraint knowledge_entries_wake_at_check`)
  await knex.raw(BRIDGE)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger if exists claim_by_old_code on messages;
    drop trigger if exists write_by_old_code on messages;
    drop trigger if exists change_by_old_code on messages;
    drop trigger if exists a_fill_for_old_code on knowledge_entries;
    drop trigger if exists claim_by_old_code on knowledge_entries;
    drop trigger if exists write_by_old_code on knowledge_entries;
    drop trigger if exists show_to_old_code on open_jobs;
    insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, in_reply_to, request_id, traceparent,
                          waiter, streamed, traced, created_at, attempt, failures, crashes, queued_at, wake_at, deadline_at)
      select id, organization_id, thread_id, agent_id, position, 'assistant', 'queued', question_id, request_id, traceparent,
             reply_to, streamed, traced, created_at, attempt, failures, crashes, run_at, sweep_at, deadline_at
        from open_jobs where lane = 'reply'
      on conflict (id) do nothing;
    update messages set wake_at = coalesce(wake_at, now()) where status in ('queued', 'processing');
    update knowledge_entries e
       set status = 'pending', wake_at = now(), queued_at = now(), attempt = j.attempt, deadline_at = j.deadline_at
      from open_jobs j where j.lane = 'index' and j.id = e.id;
    delete from open_jobs;
    drop function if exists claim_by_old_code;
    drop function if exists show_to_old_code;
    drop function if exists reply_of_old_code;
    drop function if exists fill_for_old_code;
    drop function if exists entry_of_old_code;
    alter table messages add constraint messages_wake_at_check
      check ((wake_at is not null) = (status in ('queued', 'processing')));
    alter table knowledge_entries add constraint knowledge_entries_wake_at_check
      check ((wake_at is not null) = (status in ('pending', 'processing')))`)
}

/**
 * For a database that old code works on: what it accepts, claims, renews, releases and ends in its
 * own tables is done to
 * `open_jobs`, which decides; and for a day it sees unfinished replies as rows of `messages`. The triggers go with the next
 * version. A new database gets none of it.
 *
 * Old code locks its row before that of `open_jobs`, new code the other way round: so a claim skips
 * what is locked.
 */
const BRIDGE = `
  do $bridge$
  begin
    if not exists (select from threads) and not exists (select from knowledge_entries) then return; end if;

    create function reply_of_old_code() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into open_jobs (lane, id, organization_id, thread_id, position, first_position, agent_id, question_id, request_id,
                               traceparent, reply_to, streamed, traced, created_at, run_at, sweep_at, deadline_at)
        values ('reply', new.id, new.organization_id, new.thread_id, new.seq,
                (select first_open_seq from threads where id = new.thread_id), new.agent_id, new.in_reply_to, new.request_id,
                new.traceparent, new.waiter, new.streamed, new.traced, new.created_at, new.queued_at,
                coalesce(new.wake_at, now()), coalesce(new.deadline_at, now() + interval '2 minutes'))
        on conflict do nothing;
      elsif new.status = 'processing' then
        update open_jobs set lease_expires_at = new.wake_at
         where lane = 'reply' and id = new.id and attempt = new.attempt and worker = new.worker;
      elsif new.status = 'queued' and old.status = 'processing' then
        update open_jobs set worker = null, claimed_at = null, lease_expires_at = null, failures = new.failures,
                             run_at = new.queued_at, sweep_at = new.wake_at
         where lane = 'reply' and id = new.id and attempt = new.attempt and worker = new.worker;
      elsif new.status not in ('queued', 'processing') then
        delete from open_jobs where lane = 'reply' and id = new.id;
      end if;
      return null;
    end $$;

    create function entry_of_old_code() returns trigger language plpgsql as $$
    begin
      if new.status = 'pending' then
        insert into open_jobs (lane, id, organization_id, entry_id, request_id, traceparent, reply_to, run_at, sweep_at, deadline_at)
        values ('index', new.id, new.organization_id, new.id, new.request_id, new.traceparent, new.waiter, new.queued_at,
                new.wake_at, new.deadline_at)
        on conflict (id) do update
          set worker = null, claimed_at = null, lease_expires_at = null, failures = new.failures, crashes = new.crashes,
              request_id = excluded.request_id, reply_to = excluded.reply_to, run_at = excluded.run_at,
              sweep_at = excluded.sweep_at, deadline_at = excluded.deadline_at;
      elsif new.status = 'processing' then
        update open_jobs set lease_expires_at = new.wake_at
         where lane = 'index' and id = new.id and attempt = new.attempt and worker = new.worker;
      elsif old.status in ('pending', 'processing') then
        delete from open_jobs where lane = 'index' and id = new.id;
      end if;
      return null;
    end $$;

    create function claim_by_old_code() returns trigger language plpgsql as $$
    begin
      update open_jobs
         set worker = new.worker, claimed_at = now(), lease_expires_at = new.wake_at, crashes = new.crashes,
             attempt = greatest(attempt + 1, new.attempt)
       where id in (
         select j.id from open_jobs j
          where j.lane = tg_argv[0] and j.id = new.id and j.run_at <= now()
            and (j.worker is null or j.lease_expires_at <= now())
            and (j.thread_id is null or not exists (
              select from open_jobs e where e.thread_id = j.thread_id and e.position >= j.first_position and e.position < j.position))
            for update skip locked)
      returning attempt into new.attempt;
      if not found then return null; end if;
      return new;
    end $$;

    create function show_to_old_code() returns trigger language plpgsql as $$
    begin
      insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, in_reply_to, request_id, traceparent,
                            waiter, streamed, traced, created_at, wake_at, deadline_at)
      values (new.id, new.organization_id, new.thread_id, new.agent_id, new.position, 'assistant', 'queued', new.question_id,
              new.request_id, new.traceparent, new.reply_to, new.streamed, new.traced, new.created_at, new.sweep_at,
              new.deadline_at)
      on conflict do nothing;
      return null;
    end $$;

    create function fill_for_old_code() returns trigger language plpgsql as $$
    begin
      if new.status not in ('pending', 'processing') then
        new.wake_at := null;
      elsif new.status = 'pending' and new.wake_at is null then
        new.queued_at := now();
        new.wake_at := now() + interval '1 second';
        new.deadline_at := now() + interval '10 minutes';
      end if;
      return new;
    end $$;

    create trigger claim_by_old_code before update on messages for each row
      when (new.status = 'processing' and (old.status = 'queued' or new.attempt <> old.attempt))
      execute function claim_by_old_code('reply');
    create trigger write_by_old_code after insert on messages for each row
      when (new.status = 'queued') execute function reply_of_old_code();
    create trigger change_by_old_code after update on messages for each row
      when (old.status in ('queued', 'processing')) execute function reply_of_old_code();

    create trigger a_fill_for_old_code before insert or update on knowledge_entries for each row
      execute function fill_for_old_code();
    create trigger claim_by_old_code before update on knowledge_entries for each row
      when (new.status = 'processing' and (old.status = 'pending' or new.attempt <> old.attempt))
      execute function claim_by_old_code('index');
    create trigger write_by_old_code after insert or update on knowledge_entries for each row
      execute function entry_of_old_code();

    insert into open_jobs (lane, id, organization_id, thread_id, position, agent_id, question_id, request_id, traceparent,
                           reply_to, streamed, traced, created_at, run_at, sweep_at, deadline_at, attempt, failures, crashes,
                           worker, claimed_at, lease_expires_at)
      select 'reply', id, organization_id, thread_id, seq, agent_id, in_reply_to, request_id, traceparent, waiter, streamed,
             traced, created_at, queued_at, wake_at, coalesce(deadline_at, now()), attempt, failures, crashes,
             case when held then coalesce(worker, 'unknown') end, case when held then coalesce(claimed_at, now()) end,
             case when held then wake_at end
        from (select *, status = 'processing' as held from messages where completed_at is null and wake_at is not null) m;
    insert into open_jobs (lane, id, organization_id, entry_id, request_id, traceparent, reply_to, created_at, run_at, sweep_at,
                           deadline_at, attempt, failures, crashes, worker, claimed_at, lease_expires_at)
      select 'index', id, organization_id, id, request_id, traceparent, waiter, created_at, queued_at, wake_at,
             coalesce(deadline_at, now()), attempt, failures, crashes,
             case when held then coalesce(worker, 'unknown') end, case when held then coalesce(claimed_at, now()) end,
             case when held then wake_at end
        from (select *, status = 'processing' as held from knowledge_entries where wake_at is not null) e;

    execute format('create trigger show_to_old_code after insert on open_jobs for each row
      when (new.lane = ''reply'' and now() < %L) execute function show_to_old_code()', now() + interval '1 day');
  end $bridge$`
