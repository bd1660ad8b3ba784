import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { LanguageData } from './languageData.ts'
import { type SeenPage, startTesseract, type TesseractApi } from './tesseract.ts'

/** A picture to recognize. */
export interface PictureTask {
  /** A PNG, JPEG, WebP or PNM file. */
  bytes: Uint8Array
  /** As in EXIF, 1 to 8. */
  orientation: number
  languages: readonly LanguageData[]
  /** The part to recognize: left, top, width and height in pixels. Absent: all of it. */
  part?: readonly [number, number, number, number]
}

/** The answer of this thread. null: the picture is broken, or of an unknown format. */
export type PictureAnswer = SeenPage | null

/** The most bytes of a language, unpacked. The largest, Chinese, has 13 MB. */
const MAX_LANGUAGE_BYTES = 64 * 1024 * 1024
/** Tesseract's number for finding columns and lines by itself. */
const AUTOMATIC = '3'
/** Tesseract's number for the engine of neural networks, which alone is compiled in. */
const NEURAL = 1

/**
 * A thread that recognizes text. `recognizer.ts` starts it, and ends it when a picture takes too
 * long: Tesseract itself cannot be interrupted.
 */
const tesseract = await startTesseract()
let api: TesseractApi | undefined
let loaded = ''

function load(languages: readonly LanguageData[]): TesseractApi {
  const names = languages.map(({ code }) => code).join('+')
  if (api && loaded === names) return api
  api?.End()
  for (const { code, path } of languages) {
    const bytes = readFileSync(path)
    tesseract.FS.writeFile(
      `${code}.traineddata`,
      path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_LANGUAGE_BYTES }) : bytes,
    )
  }
  api = new tesseract.TessBaseAPI()
  if (api.Init(null, names, NEURAL)) throw new Error(`Tesseract cannot load the data of ${names}`)
  loaded = names
  return api
}

function recognize({ bytes, orientation, languages, part }: PictureTask): PictureAnswer {
  const reader = load(languages)
  tesseract.FS.writeFile('/input', bytes)
  reader.SetVariable('tessedit_pageseg_mode', AUTOMATIC)
  if (reader.SetImageFile(orientation, 0)) return null
  if (part) reader.SetRectangle(...part)
  reader.Recognize(null)
  return JSON.parse(reader.GetJSONText())
}

parentPort!.on('message', (task: PictureTask) => parentPort!.postMessage(recognize(task)))
