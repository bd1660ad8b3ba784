/** How one call of the rerank model went. */
export interface RerankCall {
  /** `provider:model` */
  model: string
  /** Passages that it was asked about. */
  passages: number
  /** Milliseconds that the search waited for it. */
  ms: number
  /**
   * The code of the error, such as `model_unavailable`: the order stayed as it was. null: it gave
   * the order.
   */
  error: string | null
  /** Tokens by the provider's count; null: it sends none. */
  tokens: number | null
  /** In USD; null: the price or the tokens are not known. */
  cost_usd: number | null
}
