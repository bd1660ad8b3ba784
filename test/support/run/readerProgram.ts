import { mkdtempSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { engine } from '../../../workers/extraction/ocr/recognizer.ts'
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
    entryPoints: {
      main: 'workers/extraction/main.ts',
      engine: 'workers/extraction/ocr/engine.ts',
    },
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
  // The bundle looks for it beside itself.
  await copyFile('shared/lib/text/languagePieces.json', join(folder, 'languagePieces.json'))
  process.env[BUILT_AT] = join(process.cwd(), folder, 'main.mjs')
  return () => rm(folder, { recursive: true, force: true })
}

/** Makes the workers of this process start the built program, and its thread. */
export function useBuiltReader(): void {
  const file = process.env[BUILT_AT]
  if (!file) return
  Object.assign(program, { file: pathToFileURL(file), execArgv: [] })
  engine.file = new URL('engine.mjs', program.file)
}
