import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { openVectorTable } from '../../../shared/lib/catalog/static/vectorTable.ts'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import {
  float32,
  makeVectorTable,
  safetensors,
  TOKENS,
  type WrittenTensor,
} from '../../support/data/vectorTable.ts'

describe('a table of tokens and vectors', () => {
  const folders: string[] = []
  const make = async (tensors?: Record<string, WrittenTensor>) => {
    const folder = await makeVectorTable(tensors)
    folders.push(folder)
    return folder
  }
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  /** The vectors that the table in a folder gives. */
  const vectorsOf = async (folder: string, ...texts: string[]) =>
    (await (await openVectorTable(folder)).embedDocuments(texts)) as number[][]
  const reason = (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      ({ code, message }) => `${code}: ${message}`,
    )
  const close = (numbers: readonly number[], wanted: readonly number[]) => {
    expect(numbers).to.have.length(wanted.length)
    for (const [at, number] of wanted.entries()) expect(numbers[at]).to.be.closeTo(number, 1e-3)
  }

  it('gives a text the mean of the vectors of its tokens, pieces of words included', async () => {
    const folder = await make()
    const [car, cars, both] = await vectorsOf(folder, 'car', 'Cars', 'the car')
    close(car!, [1, 0, 0])
    close(cars!, [0.5, 0, 0.05])
    close(both!, [0.5, 0, 0.1])
  })

  it('ignores tokens that it does not know', async () => {
    const [mixed] = await vectorsOf(await make(), 'Zorblax car 東京')
    close(mixed!, [1, 0, 0])
  })

  it('has no vector for a text without a known token', async () => {
    const folder = await make()
    for (const text of ['Zorblax', '', '?!'])
      expect(await reason(vectorsOf(folder, text))).to.equal(
        'model_bad_output: The table of vectors knows no word of the text.',
      )
  })

  it('is EMBEDDING_MODEL=static:FOLDER, without marks, and brings what means the same together', async () => {
    const folder = await make()
    const { embed } = makeEmbedder({
      EMBEDDING_MODEL: `static:${folder}`,
    })!
    const [cars, vehicles, flowers] = await embed('query', ['cars', 'vehicles', 'flowers'], {
      seconds: 10,
    })
    const near = (one: Float32Array, other: Float32Array) =>
      one.reduce((sum, number, at) => sum + number * other[at]!, 0)
    expect(near(cars!, vehicles!)).to.be.greaterThan(0.95)
    expect(near(cars!, flowers!)).to.be.lessThan(0.2)
  })

  const halves = (numbers: readonly number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
  const TYPES: Record<string, WrittenTensor> = {
    // 1, −2, 2⁻²⁴ and 65504, the largest.
    F16: { dtype: 'F16', shape: [1, 4], bytes: halves([0x3c00, 0xc000, 1, 0x7bff]) },
    BF16: { dtype: 'BF16', shape: [1, 4], bytes: halves([0x3f80, 0xc000, 0x3380, 0x477f]) },
    F64: {
      dtype: 'F64',
      shape: [1, 4],
      bytes: Buffer.from(Float64Array.of(1, -2, 0, 65_280).buffer),
    },
    I8: { dtype: 'I8', shape: [1, 4], bytes: Buffer.from(Int8Array.of(1, -2, 0, 127).buffer) },
    I32: { dtype: 'I32', shape: [1, 4], bytes: Buffer.from(Int32Array.of(1, -2, 0, 7).buffer) },
  }
  for (const [type, row] of Object.entries(TYPES))
    it(`may have numbers of the type ${type}`, async () => {
      const rows = Array<Buffer>(TOKENS.length).fill(row.bytes)
      const embeddings = { ...row, shape: [TOKENS.length, 4], bytes: Buffer.concat(rows) }
      const [vector] = await vectorsOf(await make({ embeddings }), 'car')
      expect(vector!.slice(0, 2)).to.deep.equal([1, -2])
      expect(vector![2]).to.be.closeTo(0, 1e-6)
      expect(vector![3]).to.be.greaterThan(6)
    })

  it('may weigh tokens, and share rows among them, as newer tables do', async () => {
    const mapping = TOKENS.map((token) => (token === 'vehicle' || token === 'car' ? 1 : 0))
    const folder = await make({
      embeddings: float32([2, 2], [0, 1, 1, 0]),
      mapping: {
        dtype: 'I64',
        shape: [TOKENS.length],
        bytes: Buffer.from(BigInt64Array.from(mapping, BigInt).buffer),
      },
      weights: float32(
        [TOKENS.length],
        TOKENS.map((token) => (token === 'the' ? 0 : 2)),
      ),
    })
    const [car, vehicle, withArticle] = await vectorsOf(folder, 'car', 'vehicle', 'the car')
    close(car!, [2, 0])
    close(vehicle!, [2, 0])
    close(withArticle!, [1, 0])
  })

  it('may have the name that Sentence Transformers give it', async () => {
    const rows = TOKENS.flatMap((_, id) => [id, 1])
    const folder = await make({ 'embedding.weight': float32([TOKENS.length, 2], rows) })
    close((await vectorsOf(folder, 'car'))[0]!, [1, 1])
  })

  describe('that cannot be read', () => {
    const prefix = 'model_not_configured: The table of vectors cannot be read: '
    const broken: Record<string, [Buffer | undefined, string]> = {
      'has no header': [Buffer.from('{}'), 'it has no header of safetensors.'],
      'has a header longer than the file': [
        Buffer.concat([Buffer.from([255, 255, 0, 0, 0, 0, 0, 0]), Buffer.from('{}')]),
        'it has no header of safetensors.',
      ],
      'has a tensor beyond its end': [
        safetensors({ embeddings: float32([2, 2], [1, 2, 3, 4]) }).subarray(0, -4),
        'the tensor "embeddings" does not lie within the file.',
      ],
      'has a tensor of another size than its shape': [
        safetensors({ embeddings: float32([3, 3], [1, 2, 3, 4]) }),
        'the tensor "embeddings" does not lie within the file.',
      ],
      'has no table': [
        safetensors({ other: float32([2, 2], [1, 2, 3, 4]) }),
        'model.safetensors has no table named embeddings or embedding.weight.',
      ],
      'is not there': [undefined, 'a file of it is missing or not readable (ENOENT).'],
    }
    for (const [what, [file, why]] of Object.entries(broken))
      it(`because it ${what} says so, without its path`, async () => {
        const folder = await make()
        const path = join(folder, 'model.safetensors')
        await (file ? writeFile(path, file) : rm(path))
        expect(await reason(vectorsOf(folder, 'car'))).to.equal(prefix + why)
      })

    it('is read again by the next call', async () => {
      const folder = await make()
      const path = join(folder, 'tokenizer.json')
      await rm(path)
      expect(await reason(vectorsOf(folder, 'car'))).to.contain('ENOENT')
      const other = await make()
      await writeFile(path, await readFile(join(other, 'tokenizer.json')))
      close((await vectorsOf(folder, 'car'))[0]!, [1, 0, 0])
    })
  })
})
