import { createRequire } from 'node:module'
import { packageFolder } from '../contract/packageFolder.ts'

/** A rectangle in pixels from the upper left. */
export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A word with its confidence, from 0 to 100. */
export interface SeenWord {
  text: string
  confidence: number
  bbox: Box
}

export interface SeenLine {
  bbox: Box
  words: SeenWord[]
  /** Pixels from the descenders to the ascenders of the line. */
  rowAttributes: { rowHeight: number }
}

/** What Tesseract found in a picture, in the order of reading. */
export interface SeenPage {
  blocks: { paragraphs: { bbox: Box; lines: SeenLine[] }[] }[]
}

/** The part of Tesseract's C++ interface that we use. */
export interface TesseractApi {
  /** Loads languages, joined by `+`, for an engine (1: neural networks). @returns 0: done */
  Init(path: null, languages: string, engine: number): number
  SetVariable(name: string, value: string): boolean
  /**
   * Decodes the file `/input`. @param orientation as in EXIF: 1 upright, 6 to be turned right, 3
   * upside down, 8 to be turned left @returns 0: done
   */
  SetImageFile(orientation: number, radians: number): number
  SetRectangle(left: number, top: number, width: number, height: number): void
  Recognize(monitor: null): number
  /** Returns a `SeenPage` as JSON. */
  GetJSONText(): string
  End(): void
}

export interface TesseractModule {
  FS: { writeFile(path: string, bytes: Uint8Array): void }
  TessBaseAPI: new () => TesseractApi
}

/**
 * Starts Tesseract, which is compiled to WebAssembly. We use the core of tesseract.js by itself:
 * around it, tesseract.js fetches code and languages from the network, and version 7.0.0 cannot
 * load two languages that are in separate folders.
 */
export const startTesseract = (): Promise<TesseractModule> =>
  createRequire(import.meta.url)(
    `${packageFolder('tesseract.js-core')}/tesseract-core-simd-lstm.js`,
  )({
    TesseractProgress: () => undefined,
  })
