import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A tensor to write: its type, its lengths, and its bytes. */
export interface WrittenTensor {
  dtype: string
  shape: number[]
  bytes: Buffer
}

export const float32 = (shape: number[], numbers: readonly number[]): WrittenTensor => ({
  dtype: 'F32',
  shape,
  bytes: Buffer.from(Float32Array.from(numbers).buffer),
})

/** Writes tensors as a file of safetensors. */
export function safetensors(tensors: Record<string, WrittenTensor>): Buffer {
  let end = 0
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
      const data_offsets = [end, end + bytes.length]
      end += bytes.length
      return [name, { dtype, shape, data_offsets }]
    }),
  )
  const json = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...header }))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  return Buffer.concat([length, json, ...Object.values(tensors).map(({ bytes }) => bytes)])
}

/** Tokens whose vectors say what they mean: a vehicle, a plant, or neither. */
const MEANINGS: Readonly<Record<string, readonly [number, number, number]>> = {
  '[UNK]': [9, 9, 9],
  car: [1, 0, 0],
  vehicle: [0.9, 0.1, 0],
  '##s': [0, 0, 0.1],
  flower: [0, 1, 0],
  plant: [0.1, 0.9, 0],
  the: [0, 0, 0.2],
  word: [0, 0, 1],
}
export const TOKENS = Object.keys(MEANINGS)

/** A tokenizer in the form of BERT's: lower case, words, and their pieces. */
const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
  },
}

/**
 * Makes a folder with a table of vectors for eight tokens, in which `vehicles` is near `car`.
 * @param tensors of `model.safetensors`. Default: the table alone
 */
export async function makeVectorTable(
  tensors: Record<string, WrittenTensor> = {
    embeddings: float32([TOKENS.length, 3], Object.values(MEANINGS).flat()),
  },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-table-'))
  await Promise.all([
    writeFile(join(folder, 'model.safetensors'), safetensors(tensors)),
    writeFile(join(folder, 'tokenizer.json'), JSON.stringify(TOKENIZER)),
  ])
  return folder
}
