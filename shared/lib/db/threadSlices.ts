/** The threads that have this value of a key of their `metadata`; without both: all threads. */
export interface ThreadSlice {
  metadata_key?: string | undefined
  /** The value as text. */
  metadata_value?: string | undefined
}

/** The SQL condition of a row of `threads` that belongs to the slice. */
export const hasSliceValue = (thread = '') =>
  `${thread}metadata ->> cast(:metadata_key as text) = :metadata_value`

/**
 * SQL that leaves out the rows of threads outside the slice; empty if all threads count, so that a
 * query without a slice reads no thread for it.
 * @param id the SQL name of the thread's id
 */
export const ofSlice = ({ metadata_key }: ThreadSlice, id = 'thread_id') =>
  metadata_key === undefined
    ? ''
    : ` and exists (
         select from threads sliced
          where sliced.organization_id = :organization_id and sliced.id = ${id} and ${hasSliceValue('sliced.')})`
