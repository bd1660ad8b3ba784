import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'
import { notFound } from '../errors.ts'

export interface Context {
  id: string
  user_reference: string
  traits: Record<string, unknown>
  created_at: Date
  updated_at: Date
}

/** One context per user reference and organization: a second one replaces the first one's traits, and is updated later than created. */
export async function putContext(
  db: Db,
  organizationId: string,
  { user_reference, traits }: Pick<Context, 'user_reference' | 'traits'>,
): Promise<Context> {
  const [context] = await sql<Context>(db)`
    insert into contexts (id, organization_id, user_reference, traits)
    values (${uuid()}, ${organizationId}, ${user_reference}, ${JSON.stringify(traits)}::jsonb)
    on conflict (organization_id, user_reference) do update set traits = excluded.traits, updated_at = now()
    returning id, user_reference, traits, created_at, updated_at`
  return context!
}

/** @throws AppError not_found */
export async function getContext(db: Db, organizationId: string, id: string): Promise<Context> {
  const [context] = await sql<Context>(db)`
    select id, user_reference, traits, created_at, updated_at
      from contexts where organization_id = ${organizationId} and id = ${id}`
  if (!context) throw notFound('context')
  return context
}
