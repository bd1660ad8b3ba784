/** The result of one call of the rerank model. */
export interface RerankCall {
  /** `provider:model` */
  model: string
  /** The number of passages that the model was to order. */
  passages: number
  /** Milliseconds that the search waited for the call. */
  ms: number
  /**
   * The code of the error, such as `model_unavailable`: the passages kept their order. null: the
   * model ordered the passages.
   */
  error: string | null
  /** Tokens by the provider's count; null: the provider sends no count. */
  tokens: number | null
  /** In USD; null: the price or the tokens are not known. */
  cost_usd: number | null
}
