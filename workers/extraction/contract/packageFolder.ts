import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where `cli/copyPackages.ts` puts files of packages, beside the compiled server. */
const COPIES = fileURLToPath(new URL('../../../packages/', import.meta.url))

/**
 * Returns the folder of a package of which the build copies the files that are used: the copy's, or
 * while the server runs from its sources that of the package itself.
 */
export function packageFolder(name: string): string {
  const copy = join(COPIES, name)
  if (existsSync(copy)) return copy
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}
