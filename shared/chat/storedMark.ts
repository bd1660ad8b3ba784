/** A mark of a reply: its offset in the reply's content, and the id of the chunk that it cites. */
export type StoredMark = readonly [at: number, chunkId: string]
