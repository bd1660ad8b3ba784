import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { VectorClient } from '../protocols/provider.ts'
import { readTensors, type Tensor } from './safetensors.ts'

/** The most bytes of a table: the largest public ones have half of it. */
const MAX_TABLE = 1024 ** 3
/** The most bytes of a tokenizer: those with 500,000 tokens have 30 MB. */
const MAX_TOKENIZER = 64 * 1024 ** 2

/** The names that a table's tensor has in files of Model2Vec and of Sentence Transformers. */
const TABLE_NAMES = ['embeddings', 'embedding.weight']

/** A token's vector, and how much it weighs. */
interface VectorTable {
  dimensions: number
  /** Returns the tokens' ids, without those that the table does not know. */
  tokensOf(text: string): number[]
  /** Adds the weighted vector of a token to a sum. */
  addTo(sum: Float64Array, token: number): void
}

/**
 * Returns a client that gives a text the mean of its tokens' vectors. It reads the table at the
 * first call.
 * @param folder with `model.safetensors`, whose tensor `embeddings` (or `embedding.weight`) has a
 *   row for each token, and `tokenizer.json`, as Model2Vec and Sentence Transformers write them.
 *   Model2Vec's tensors `weights` and `mapping` are used if they are there
 */
export const openVectorTable = async (folder: string): Promise<VectorClient> => {
  const table = await tableIn(folder)
  return {
    async embedDocuments(texts) {
      const vectors: number[][] = []
      for (const text of texts) {
        // Other requests get their turn: a text of 3,000 characters takes some 4 ms.
        await setImmediate()
        vectors.push(meanOf(table, text))
      }
      return vectors
    },
  }
}

/** @throws AppError model_bad_output if the table knows none of the text's tokens */
function meanOf(table: VectorTable, text: string): number[] {
  const tokens = table.tokensOf(text)
  const sum = new Float64Array(table.dimensions)
  for (const token of tokens) table.addTo(sum, token)
  if (!sum.some((number) => number !== 0))
    throw new AppError('model_bad_output', 'The table of vectors knows no word of the text.')
  return Array.from(sum, (number) => number / tokens.length)
}

/** The tables of this process, each read once. */
const tables = new Map<string, Promise<VectorTable>>()

function tableIn(folder: string): Promise<VectorTable> {
  const known = tables.get(folder)
  if (known) return known
  const reading = readTable(folder).catch((cause: unknown) => {
    // The next call reads it again: a volume may be mounted late.
    tables.delete(folder)
    throw new AppError(
      'model_not_configured',
      `The table of vectors cannot be read: ${reasonOf(cause)}.`,
      { cause },
    )
  })
  tables.set(folder, reading)
  return reading
}

/** Says why, without the folder's path: organizations read this reason. */
const reasonOf = (cause: unknown): string => {
  const { code, message } = cause as NodeJS.ErrnoException
  return code === undefined ? message : `a file of it is missing or not readable (${code})`
}

async function readTable(folder: string): Promise<VectorTable> {
  const [file, tokenizer] = await Promise.all([
    readFileUpTo(join(folder, 'model.safetensors'), MAX_TABLE),
    readTokenizer(join(folder, 'tokenizer.json')),
  ])
  const tensors = readTensors(file)
  const vectors = TABLE_NAMES.map((name) => tensors.get(name)).find(Boolean)
  const [rows = 0, dimensions = 0, ...more] = vectors?.shape ?? []
  if (!vectors || more.length > 0 || rows * dimensions === 0)
    throw new Error(`model.safetensors has no table named ${TABLE_NAMES.join(' or ')}`)
  const rowOf = byToken(tensors.get('mapping'), (token) => token)
  const weightOf = byToken(tensors.get('weights'), () => 1)
  return {
    dimensions,
    tokensOf: (text) => tokenizer(text).filter((token) => rowOf(token) < rows),
    addTo(sum, token) {
      const [first, weight] = [rowOf(token) * dimensions, weightOf(token)]
      for (let at = 0; at < dimensions; at++) sum[at]! += weight * vectors.at(first + at)
    },
  }
}

/** Reads a tensor with a number for each token, if there is one. */
function byToken(tensor: Tensor | undefined, otherwise: (token: number) => number) {
  if (!tensor) return otherwise
  const [tokens = 0] = tensor.shape
  return (token: number) => (token < tokens ? tensor.at(token) : otherwise(token))
}

/** Returns a function that lists the ids of a text's tokens, without unknown ones. */
async function readTokenizer(path: string): Promise<(text: string) => number[]> {
  const [{ Tokenizer }, bytes] = await Promise.all([
    import('@huggingface/tokenizers'),
    readFileUpTo(path, MAX_TOKENIZER),
  ])
  const described = JSON.parse(new TextDecoder().decode(bytes))
  const tokenizer = new Tokenizer(described, {})
  const { unk_token, unk_id } = Object(described.model)
  const unknown = unk_id ?? (unk_token && tokenizer.token_to_id(unk_token))
  return (text) =>
    tokenizer.encode(text, { add_special_tokens: false }).ids.filter((id: number) => id !== unknown)
}

async function readFileUpTo(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > most) throw new Error(`a file has more than ${most / 1024 ** 2} MB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
