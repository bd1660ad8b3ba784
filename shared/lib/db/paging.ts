export interface Page {
  /** Records per page, from 1 to 100. */
  limit: number
  /** The order of ids, which grow with the time of creation. */
  order: 'asc' | 'desc'
  /** The id of the last record on the previous page. */
  after?: string
  /** The column to sort by before the id; undefined: by id alone. */
  sort?: string
}

export interface Paged<Row> {
  rows: Row[]
  has_more: boolean
}

/**
 * Makes a page of `limit` rows. Lists read one row more, which shows whether another page follows.
 */
export const toPage = <Row>(rows: Row[], { limit }: Pick<Page, 'limit'>): Paged<Row> => ({
  rows: rows.slice(0, limit),
  has_more: rows.length > limit,
})
