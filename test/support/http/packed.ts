import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

/** Encodings by a short name, with their name in an answer. */
const ENCODINGS = {
  gzip: ['gzip', gzipSync],
  deflate: ['deflate', deflateSync],
  'deflate without a header': ['deflate', deflateRawSync],
  br: [
    'br',
    (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ],
} as const satisfies Record<string, readonly [name: string, pack: (text: Buffer) => Buffer]>

export type Packing = keyof typeof ENCODINGS

export interface Packed {
  /** The header `content-encoding`. */
  encoding: string
  bytes: Buffer
}

/** Compresses a text in one way after the other. */
export const packed = (text: Buffer, ...ways: Packing[]): Packed => ({
  encoding: ways.map((way) => ENCODINGS[way][0]).join(', '),
  bytes: ways.reduce<Buffer>((bytes, way) => ENCODINGS[way][1](bytes), text),
})

/** The encodings of compressed texts, for tests that try each. */
export const PACKINGS: Packing[][] = [
  ['gzip'],
  ['deflate'],
  ['deflate without a header'],
  ['br'],
  ['gzip', 'gzip'],
]

const LARGE_BYTES = 60 * 1024 * 1024
const large = new Map<string, Packed>()

/** Makes JSON of 60 MB, which takes few kB on the wire. Compresses it once in each way. */
export function largeJson(ways: readonly Packing[]): Packed {
  const key = ways.join()
  const text = () =>
    Buffer.concat([Buffer.from('{"pad":"'), Buffer.alloc(LARGE_BYTES, 'a'), Buffer.from('"}')])
  const made = large.get(key) ?? packed(text(), ...ways)
  large.set(key, made)
  return made
}
