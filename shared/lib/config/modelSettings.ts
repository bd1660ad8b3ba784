import { builtin } from '../catalog/builtin.ts'
import {
  CHAT_PROVIDERS,
  EMBEDDING_PROVIDERS,
  PROVIDER_NAMES,
  providerOf,
  RERANK_PROVIDERS,
} from '../catalog/catalog.ts'
import type { SettingTable } from './setting.ts'

/**
 * Returns a pattern for `provider:model` of these providers, or `connection:model`, whose
 * connection must not have a provider's name.
 */
const patternOf = (providers: readonly string[]) => {
  const others = PROVIDER_NAMES.filter((name) => !providers.includes(name))
  return `^(?!(?:${others.join('|')}):)[a-z][a-z0-9-]{1,39}:.+$`
}

const listed = (providers: readonly string[]) =>
  `${providers.slice(0, -1).join(', ')} or ${providers.at(-1)}`

/** The providers whose models can follow an instruction. */
const WRITERS = CHAT_PROVIDERS.filter((name) => name !== builtin.name)

/** The models that write queries by default. */
const SMALL_MODELS = listed(
  CHAT_PROVIDERS.flatMap((name) => {
    const small = providerOf(name)?.smallModel
    return small ? `${name}:${small}` : []
  }),
)

export const modelSettings = {
  LLM_MODEL: {
    type: 'string',
    pattern: patternOf(CHAT_PROVIDERS),
    default: 'builtin:extractive',
    matters: true,
    description:
      `Model that answers, as provider:model: of ${listed(WRITERS)}, with the provider's key; ` +
      'builtin:extractive needs neither a key nor a network. This and the other models may ' +
      'also be connection:model, of a connection that you made with `npm run admin -- ' +
      'put-connection`.',
  },
  EMBEDDING_MODEL: {
    type: 'string',
    pattern: patternOf(EMBEDDING_PROVIDERS),
    matters: true,
    description:
      'Model whose vectors find knowledge by its meaning as well as by its words: ' +
      `provider:model of ${listed(EMBEDDING_PROVIDERS)}, ` +
      'such as openai:text-embedding-3-small. static:/path/of/a/folder is a table of vectors on the ' +
      'disk, without a service. When it changes, all knowledge is embedded again in the background. ' +
      'Unset: knowledge is found by its words alone.',
  },
  EMBEDDING_QUERY_PREFIX: {
    type: 'string',
    maxLength: 1_000,
    examples: ['query: '],
    readBy: ['web', 'worker'],
    description:
      'Text before each question that the embedding model gets. Unset: what the card of a known ' +
      'model asks for (E5, nomic, arctic, mxbai, bge, Qwen3, EmbeddingGemma). Empty: nothing.',
  },
  EMBEDDING_PASSAGE_PREFIX: {
    type: 'string',
    maxLength: 1_000,
    examples: ['passage: '],
    readBy: ['web', 'worker', 'worker-index'],
    description:
      'Text before each passage that the embedding model gets. Unset or empty: as with ' +
      'EMBEDDING_QUERY_PREFIX. When it changes, all knowledge is embedded again.',
  },
  RERANK_MODEL: {
    type: 'string',
    pattern: patternOf(RERANK_PROVIDERS),
    description:
      'Model that orders the best 30 passages of each search: provider:model of ' +
      `${listed(RERANK_PROVIDERS)}, such as cohere:rerank-v3.5. Unset: they keep their order.`,
  },
  RERANK_TIMEOUT_SECONDS: {
    type: 'number',
    minimum: 0.1,
    maximum: 30,
    default: 1.5,
    readBy: ['web', 'worker'],
    description:
      'How long a search waits for the rerank model. After that, and when it fails, the passages ' +
      'keep their order.',
  },
  GROUNDING_MODEL: {
    type: 'string',
    pattern: patternOf(CHAT_PROVIDERS),
    description:
      'Model that checks, with one short call for each reply, whether its sources say what it ' +
      'claims: provider:model. Unset: only numbers, units and negations are checked, without a ' +
      'model. The grounding_model of an agent goes first.',
  },
  QUERY_MODEL: {
    type: 'string',
    pattern: `^off$|${patternOf(WRITERS)}`,
    description:
      'Model that writes queries for the knowledge, with one short call for each question that ' +
      `its own words may not answer: provider:model of ${listed(WRITERS)}. Best is a small one ` +
      'that does not think first: it has 2 s, and is left alone while its median is over 1.2 s. ' +
      `off: no model does. Unset: ${SMALL_MODELS} at these providers' own addresses; otherwise ` +
      'LLM_MODEL, unless it is builtin or known to think first.',
  },
  LLM_PRICES: {
    type: 'string',
    default: '{}',
    examples: ['{"my-model":[0.5,1.5,0.05]}'],
    readBy: ['web', 'worker'],
    description:
      'Prices that Parley does not know, as JSON: model name to USD per million input tokens, ' +
      'output tokens and cached input tokens. The last may be left out.',
  },
  MODEL_TIMEOUT_SECONDS: {
    type: 'number',
    minimum: 1,
    maximum: 3600,
    default: 75,
    readBy: ['worker'],
    description:
      'Longest that a call of the model may take. A call that takes longer is ended and tried ' +
      'again with twice the time, as far as the deadline allows: at most two thirds of ' +
      'REPLY_DEADLINE_SECONDS.',
  },
  MODEL_CONTEXT_TOKENS: {
    type: 'integer',
    minimum: 2_048,
    maximum: 10_000_000,
    readBy: ['worker'],
    description:
      'Context of the models. A prompt gets only as much knowledge as fits into it, and Ollama ' +
      'loads its models for it. Unset: 16384 for Ollama, no limit for others.',
  },
  HISTORY_TOKENS: {
    type: 'integer',
    minimum: 0,
    default: 6000,
    readBy: ['worker'],
    description:
      'Most tokens of earlier messages in a prompt. Beyond them, the older half goes at once.',
  },
  KNOWLEDGE_TOKENS: {
    type: 'integer',
    minimum: 0,
    default: 16_000,
    readBy: ['worker'],
    description:
      'Most tokens of knowledge in a prompt, estimated by script. The default has room for ten ' +
      'full passages in nearly every language; most prompts use a third of it.',
  },
} as const satisfies SettingTable
