import type { Knex } from 'knex'

/**
 * The number of the knowledge is another one also when an entry gets another name: workers hold
 * that, too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create constraint trigger knowledge_renamed after update on knowledge_entries
      deferrable initially deferred for each row
      when (old.indexed_at is not distinct from new.indexed_at and old.agent_ids is not distinct from new.agent_ids
            and (old.title is distinct from new.title or old.page_title is distinct from new.page_title
                 or old.question is distinct from new.question or old.url is distinct from new.url))
      execute function change_knowledge_version();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger knowledge_renamed on knowledge_entries')
}
