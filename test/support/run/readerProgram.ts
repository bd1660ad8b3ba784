import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { program } from '../../../workers/reader/subprocess.ts'

/** Where a run's jobs find it: set by who built it. */
const BUILT_AT = 'PARLEY_TEST_READER'

/** Builds the program that reads files and pages, which a test starts for each of them. @returns takes it away again */
export async function buildReader(): Promise<() => Promise<void>> {
  // Within the project: it imports the project's packages.
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

/** Lets the workers of this process start it. */
export function useBuiltReader(): void {
  const file = process.env[BUILT_AT]
  if (file) Object.assign(program, { file: pathToFileURL(file), execArgv: [] })
}
