import { BUILTIN_MODEL } from '../../../shared/lib/catalog/builtin.ts'
import { type Config, environment, loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { Owner } from '../../../test/support/data/knowledge.ts'
import type { TestDb } from '../../../test/support/product/testDb.ts'
import { embedAll } from '../retrievalByMeaning.ts'
import { withoutModels } from './replies.ts'

const MOST_ASKED = 100
/**
 * Replies of a model that are awaited at the same time. The built-in model keeps the process busy
 * by itself.
 */
const AT_ONCE = 4

/** A model whose replies are measured. */
export interface MeasuredModel {
  name: string
  config: Config
  /** The most questions of each set, and the most at a time. */
  most: number
  atOnce: number
}

/**
 * Returns the built-in model, and the one that the environment names.
 * @param questions the most questions of each set; undefined: all, or 100 for a named model
 */
export function modelsOf(databaseUrl: string, questions: string | undefined): MeasuredModel[] {
  const named = loadConfig({ ...environment(), DATABASE_URL: databaseUrl })
  const most = (usual: number) => Number(questions ?? usual)
  const builtin = {
    name: BUILTIN_MODEL,
    config: withoutModels(databaseUrl),
    most: most(Number.POSITIVE_INFINITY),
    atOnce: 1,
  }
  if (named.LLM_MODEL === BUILTIN_MODEL) return [builtin]
  return [
    builtin,
    { name: named.LLM_MODEL, config: named, most: most(MOST_ASKED), atOnce: AT_ONCE },
  ]
}

/** Makes the vectors of an organization's knowledge, if the settings name a model for them. */
export async function embedFor(
  config: Config,
  db: TestDb,
  databaseUrl: string,
  owner: Owner,
): Promise<void> {
  if (!config.EMBEDDING_MODEL) return
  await embedAll(db, databaseUrl, owner, { config, log: makeLog('bench', config) })
}
