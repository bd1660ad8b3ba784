export interface Page {
  /** 1–100. */
  limit: number
  order: 'asc' | 'desc'
  /** The id of the last record of the page before. */
  after?: string
}

export interface Paged<Row> {
  rows: Row[]
  has_more: boolean
}

/** Lists ask for one row more than they show: whether it came says whether there is another page. */
export const toPage = <Row>(rows: Row[], { limit }: Pick<Page, 'limit'>): Paged<Row> => ({
  rows: rows.slice(0, limit),
  has_more: rows.length > limit,
})
