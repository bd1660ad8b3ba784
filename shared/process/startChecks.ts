import { withTimeout } from '../lib/async/withTimeout.ts'
import { providerOf } from '../lib/catalog/catalog.ts'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import type { Log } from '../lib/observability/log.ts'
import { makeSealer } from '../lib/sealing.ts'
import { findMissingKeys } from '../models/sealedColumns.ts'
import { findConnection } from '../models/storedConnections.ts'

/** The settings that name models. */
const MODELS = [
  'LLM_MODEL',
  'GROUNDING_MODEL',
  'QUERY_MODEL',
  'EMBEDDING_MODEL',
  'RERANK_MODEL',
] as const

/**
 * Ends the process with 1, and writes the reasons to standard error, if stored secrets need a key
 * that SECRET_KEYS lacks, or if a setting names a connection that the operator does not have. Tries
 * to read the database for two seconds. If it is away or not migrated, the process starts without
 * these checks.
 */
export async function checkBeforeStart(db: Db, config: Config, log: Log): Promise<void> {
  const late = () => new Error('the database does not answer')
  try {
    const problems = await withTimeout(findStartProblems(db, config), config.times.closeMs, late)
    if (problems.length === 0) return
    process.stderr.write(
      `Parley cannot start with this database:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
    )
  } catch (error) {
    log.warn({ err: error }, 'could not check whether SECRET_KEYS has every key that is needed')
    return
  }
  process.exit(1)
}

/** Returns a sentence for each missing thing that a start needs. */
export async function findStartProblems(
  db: Db,
  config: Pick<Config, 'SECRET_KEYS' | (typeof MODELS)[number]>,
): Promise<string[]> {
  const problems = await findMissingKeys(db, makeSealer(config.SECRET_KEYS))
  for (const setting of MODELS) {
    const model = config[setting]
    const name = model?.slice(0, model.indexOf(':'))
    if (name && !providerOf(name) && !(await findConnection(db, null, name)))
      problems.push(
        `${setting} is ${model}, and there is neither a provider nor a connection ${name}. Make it by \`admin put-connection\`, or correct the setting.`,
      )
  }
  return problems
}
