import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { program } from '../../../workers/reader/subprocess.ts'

/** The environment variable with the path of the program, for the jobs of a run. */
const BUILT_AT = 'PARLEY_TEST_READER'

/**
 * Builds the program that reads files and pages, which tests start for each of them. @returns a
 * function that removes it
 */
export async function buildReader(): Promise<() => Promise<void>> {
  // Within the project, because it imports the project's packages.
  const folder = mkdtempSync('node_modules/.reader-')
  await build({
    entryPoints: ['workers/extraction/main.ts'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'inline',
  })
  process.env[BUILT_AT] = join(process.cwd(), folder, 'main.mjs')
  return () => rm(folder, { recursive: true, force: true })
}

/** Makes the workers of this process start the built program. */
export function useBuiltReader(): void {
  const file = process.env[BUILT_AT]
  if (file) Object.assign(program, { file: pathToFileURL(file), execArgv: [] })
}
