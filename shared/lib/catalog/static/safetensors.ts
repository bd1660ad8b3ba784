/** A tensor of a file, whose numbers are read one by one. */
export interface Tensor {
  /** Its lengths, outermost first: `[rows, columns]` of a table. */
  shape: readonly number[]
  /** Returns the number at a place in row-major order. */
  at(place: number): number
}

/** The bytes of the length that a file begins with. */
const LENGTH_BYTES = 8
/** The most bytes of a header. The format allows 100 MB; those of tables have less than 1 kB. */
const MAX_HEADER = 1024 * 1024

const scratch = new DataView(new ArrayBuffer(4))

/** The types of numbers: their bytes, and how a number is read. All are little-endian. */
const TYPES: Readonly<
  Record<string, { bytes: number; read: (view: DataView, offset: number) => number }>
> = {
  F64: { bytes: 8, read: (view, offset) => view.getFloat64(offset, true) },
  F32: { bytes: 4, read: (view, offset) => view.getFloat32(offset, true) },
  F16: { bytes: 2, read: (view, offset) => halfOf(view.getUint16(offset, true)) },
  BF16: { bytes: 2, read: (view, offset) => brainHalfOf(view.getUint16(offset, true)) },
  I64: { bytes: 8, read: (view, offset) => Number(view.getBigInt64(offset, true)) },
  I32: { bytes: 4, read: (view, offset) => view.getInt32(offset, true) },
  I8: { bytes: 1, read: (view, offset) => view.getInt8(offset) },
}

/**
 * Reads the tensors of a file in the format `safetensors`: eight bytes with the length of the
 * header, the header as JSON, and the numbers (https://github.com/huggingface/safetensors).
 * Tensors of other types than `TYPES` are left out.
 * @throws Error if the file has another format, or if a tensor does not lie within it
 */
export function readTensors(file: Uint8Array): Map<string, Tensor> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const headerBytes = file.byteLength < LENGTH_BYTES ? 0 : Number(view.getBigUint64(0, true))
  const start = LENGTH_BYTES + headerBytes
  if (headerBytes < 2 || headerBytes > MAX_HEADER || start > file.byteLength)
    throw new Error('it has no header of safetensors')
  const header: unknown = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(file.subarray(LENGTH_BYTES, start)),
  )
  return new Map(
    Object.entries(Object(header)).flatMap(([name, entry]) => {
      const tensor = name === '__metadata__' ? undefined : tensorOf(view, start, name, entry)
      return tensor ? [[name, tensor] as const] : []
    }),
  )
}

function tensorOf(view: DataView, start: number, name: string, entry: unknown): Tensor | undefined {
  const { dtype, shape, data_offsets: offsets } = Object(entry)
  const type = TYPES[dtype]
  if (!type) return undefined
  const [from, to] = areCounts(offsets) ? offsets : []
  const numbers = areCounts(shape) ? shape.reduce((product, length) => product * length, 1) : -1
  if (from === undefined || to !== from + numbers * type.bytes || start + to > view.byteLength)
    throw new Error(`the tensor ${JSON.stringify(name)} does not lie within the file`)
  const first = start + from
  return { shape, at: (place) => type.read(view, first + place * type.bytes) }
}

const areCounts = (list: unknown): list is number[] =>
  Array.isArray(list) && list.every((count) => Number.isSafeInteger(count) && count >= 0)

/** Reads a number of IEEE 754 with 16 bits: 1 sign, 5 exponent and 10 fraction bits. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** Reads a bfloat16: the upper half of a number with 32 bits. */
function brainHalfOf(bits: number): number {
  scratch.setUint32(0, bits << 16)
  return scratch.getFloat32(0)
}
