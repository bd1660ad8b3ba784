import { v7 as uuid } from 'uuid'
import type { CallPiece } from '../../shared/lib/catalog/protocols/callPieces.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { findUnstorableText, isDeeperThan, toStorableText } from '../../shared/lib/storable.ts'
import type { AskedCall } from '../../shared/tools/steps.ts'
import { ObjectScan } from './objectScan.ts'

/** The most calls of one answer, and the most bytes of their arguments together. */
const MAX_CALLS = 32
const MAX_BYTES = 64 * 1024
/** The most characters of a name; those that we offer have at most 48. */
const MAX_NAME = 64
/** The most characters of a provider's id and signature, which are stored. */
const MAX_ID = 256
const MAX_SIGNATURE = 64 * 1024
/** How deep arguments may be nested. */
const MAX_DEPTH = 32

interface OpenCall {
  index: CallPiece['index']
  id: string | undefined
  name: string
  written: string[]
  scan: ObjectScan
  signature: string | undefined
}

/**
 * Collects the tool calls of an answer from their pieces. LangChain would complete arguments that
 * were cut off, so that half a call could be made.
 */
export class ToolCallPieces {
  #calls: OpenCall[] = []
  #bytes = 0

  /** @throws AppError model_bad_output if the answer has too many calls or too long arguments */
  add(piece: CallPiece): void {
    const call = this.#callOf(piece) ?? this.#begin(piece)
    call.id ??= piece.id || undefined
    call.name = piece.name || call.name
    call.signature ??= piece.signature
    call.written.push(piece.written)
    call.scan.add(piece.written)
    this.#bytes += Buffer.byteLength(piece.written)
    if (this.#bytes > MAX_BYTES) throw tooMany()
  }

  /** Returns the calls in the order in which they began, each with a new id. */
  end(): AskedCall[] {
    return this.#calls.map(({ id, name, written, signature }) => {
      const text = written.join('')
      return {
        call_id: uuid(),
        own_id: kept(id, MAX_ID) ?? null,
        name: toStorableText(name).slice(0, MAX_NAME).toWellFormed(),
        input: argumentsIn(text),
        written: toStorableText(text),
        ...(kept(signature, MAX_SIGNATURE) && { signature: signature! }),
      }
    })
  }

  /**
   * Finds the call that a piece continues: by its index, else by its id, else the last one. A piece
   * with a name begins another call if it has neither, if its id is another one, or if the
   * arguments so far are complete: some servers give all calls the index 0, or the same id.
   */
  #callOf({ index, id, name, written }: CallPiece): OpenCall | undefined {
    const call = this.#calls.findLast((one) =>
      index !== undefined ? one.index === index : !id || one.id === id,
    )
    if (!call || !name) return call
    const isWhole = index === undefined && !id
    const isOther = id && call.id && id !== call.id
    return isWhole || isOther || (call.scan.isOver && written.trim()) ? undefined : call
  }

  #begin({ index, id }: CallPiece): OpenCall {
    if (this.#calls.length === MAX_CALLS) throw tooMany()
    const scan = new ObjectScan()
    const call = { index, id: id || undefined, name: '', written: [], scan, signature: undefined }
    this.#calls.push(call)
    return call
  }
}

const kept = (text: string | undefined, most: number) =>
  text && text.length <= most && toStorableText(text) === text ? text : undefined

/**
 * Parses arguments. A call of a tool without parameters may have none at all.
 * @returns null: they are no JSON object, or one that PostgreSQL cannot store
 */
function argumentsIn(text: string): Record<string, unknown> | null {
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    if (isDeeperThan(value, MAX_DEPTH) || findUnstorableText(value) !== undefined) return null
    return value as Record<string, unknown>
  } catch {
    return null
  }
}

const tooMany = () =>
  new AppError('model_bad_output', 'The model asked for more tool calls than can be read.')
