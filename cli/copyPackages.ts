import { cp, rm } from 'node:fs/promises'

/**
 * The files of large packages that the server reads, below `node_modules`. `npm run build` copies
 * them to `dist/packages`, so that an installation needs 15 MB in place of 155: the packages contain
 * several builds of the same code, and `pdfjs-dist` brings a canvas, with which nothing is drawn.
 * `packageFolder` finds the copies. Without its `package.json` a package's CommonJS would be read as
 * ES modules.
 */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'pdfjs-dist': [
    'LICENSE',
    'legacy/build/pdf.mjs',
    'legacy/build/pdf.worker.mjs',
    'cmaps',
    'iccs',
    'wasm',
  ],
  'tesseract.js-core': ['LICENSE', 'tesseract-core-simd-lstm.js', 'tesseract-core-simd-lstm.wasm'],
  ...Object.fromEntries(
    ['deu', 'eng', 'fra', 'spa'].map((code) => [`@tesseract.js-data/${code}`, ['4.0.0_best_int']]),
  ),
}

const FOLDER = 'dist/packages'

await rm(FOLDER, { recursive: true, force: true })
for (const [name, files] of Object.entries(FILES))
  for (const file of ['package.json', ...files])
    await cp(`node_modules/${name}/${file}`, `${FOLDER}/${name}/${file}`, { recursive: true })
