import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { countByKey, findMissingKeys } from '../../shared/models/sealedColumns.ts'
import { about, type Finding } from './finding.ts'

/** Checks whether SECRET_KEYS opens the sealed secrets, and which of its keys are still needed. */
export async function checkSecrets(db: Db, { SECRET_KEYS: keys }: Config): Promise<Finding[]> {
  const { ok, warning, error } = about('secrets')
  const missing = await findMissingKeys(db, makeSealer(keys))
  if (missing.length)
    return missing.map((what) =>
      error(
        what,
        'No process starts, and everything that needs these secrets fails.',
        'Restore the key from your copy of SECRET_KEYS. If it is lost, remove the secrets and store them again (docs/backup.md).',
      ),
    )
  const [first, ...others] = keys
  if (!first)
    return [
      {
        ...ok('SECRET_KEYS is unset, and no secret is stored.'),
        fix: 'Hint: SECRET_KEYS=name:$(openssl rand -base64 32) lets owners make connections with keys of their own.',
      },
    ]
  const counts = await countByKey(db)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const spare = others.filter(({ name }) => !counts[name])
  return [
    ok(
      `${all} are sealed, ${counts[first.name] ?? 0} of them with ${first.name}, which seals new ones.`,
    ),
    ...spare.map(({ name }) =>
      warning(
        `No secret needs the key ${name} any more.`,
        'Anyone who has the key can open old backups.',
        'Remove it from SECRET_KEYS, unless it will be the first key next.',
      ),
    ),
  ]
}
