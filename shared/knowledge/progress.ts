import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** How many pages of an entry have been read, and how many are known. */
export interface Progress {
  done: number
  total: number
}

/** Stores the progress of an attempt while it holds the entry. */
export async function writeProgress(
  db: Db,
  { organization_id, id, attempt }: LeasedJob,
  progress: Progress | null,
): Promise<void> {
  await sql(db)`
    update knowledge_entries set progress = ${JSON.stringify(progress)}::jsonb
     where organization_id = ${organization_id} and id = ${id}
       and exists (select from open_jobs
                    where lane = 'index' and id = ${id} and attempt = ${attempt} and lease_expires_at is not null)`
}
