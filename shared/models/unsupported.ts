/** Parameters that a server may refuse by their names. */
const PARAMETERS = ['temperature', 'max_completion_tokens', 'max_tokens'] as const

/**
 * What Parley sends and some models refuse: parameters, tools, and `system`, the role of the first
 * message.
 */
export type Refusable = (typeof PARAMETERS)[number] | 'stream_options' | 'system' | 'tools'

/** An error in a provider's words. */
export interface RefusalWords {
  status: number
  code: unknown
  type: unknown
  /** The field that the error names; undefined: none. */
  param: unknown
  /** The error's sentence, in lower case. */
  sentence: string
}

/** Whether a server answers so to a request that it does not take. */
export const isOfRequest = (status: number): boolean =>
  status === 400 || status === 413 || status === 422

const UNKNOWN_CODES = ['unsupported_parameter', 'unknown_parameter', 'extra_forbidden']
const UNKNOWN_WORDS = [
  'not support',
  "n't support",
  'n’t support',
  'unsupported',
  'deprecated',
  'not permitted',
  'unrecognized',
  'unknown',
]
/** Further words for a field that a server does not know. */
const UNEXPECTED_WORDS = [
  ...UNKNOWN_WORDS,
  'not allowed',
  'unexpected',
  'not recognized',
  'not recognised',
  'not exist',
  'not valid',
  'not a valid',
  'not accept',
  "n't accept",
  'invalid',
  'illegal',
  'forbidden',
  'disabled',
]

/**
 * Returns what the model does not accept, whatever its value; undefined: none of it. A model that
 * allows a single temperature counts as accepting none. A limit that is too high is not a refused
 * parameter: the agent's owner must lower it.
 */
export function unsupportedIn(words: RefusalWords): Refusable | undefined {
  if (isOfSystem(words)) return 'system'
  if (isOfTools(words)) return 'tools'
  const { code, param, sentence, status } = words
  // Servers in Python that pass all fields on fail with status 500.
  const isOfArgument = status === 500 && sentence.includes('unexpected keyword argument')
  if ((isOfRequest(status) || isOfArgument) && isOfStreamOptions(words)) return 'stream_options'
  if (!isOfRequest(status)) return undefined
  const isUnknown = isOneOf(words, UNKNOWN_CODES) || saysAny(sentence, UNKNOWN_WORDS)
  return PARAMETERS.find(
    (name) =>
      (param ? param === name : sentence.includes(name)) &&
      (isUnknown || (name === 'temperature' && code === 'unsupported_value')),
  )
}

/** Whether the error is of `stream_options`, or of its only field, which Mistral refused by name. */
function isOfStreamOptions(words: RefusalWords): boolean {
  const { param, sentence } = words
  const names = ['stream_options', 'include_usage']
  if (names.some((name) => param === name)) return true
  const isUnexpected = isOneOf(words, UNKNOWN_CODES) || saysAny(sentence, UNEXPECTED_WORDS)
  return saysAny(sentence, names) && isUnexpected
}

/**
 * Errors of chat templates that have no place for a system message: those of Gemma, Mistral and
 * Llama 2. Neighbours of one role are joined before they are sent, so turns that do not alternate
 * begin with the system message.
 */
const TEMPLATE_WORDS = [
  'roles must alternate',
  'requests alternate between user',
  'first message must',
  'start with a user message',
  'only user and assistant roles',
  'only user, assistant',
  "only 'user' and 'assistant'",
  'developer instruction is not enabled',
]
/** A mention of the role: `system message`, `role: system`, `'system'`. */
const SYSTEM_ROLE =
  /\b(?:system|developer)[ _-]?(?:role|message|instruction|prompt)|\brole[ "'`:=]{1,4}(?:system|developer)\b|["'`](?:system|developer)["'`]/
const NO_SYSTEM_WORDS = [...UNEXPECTED_WORDS, 'not enabled', 'not one of', 'must be', 'should be']

/**
 * Whether the model takes no system message. llama.cpp and LM Studio report errors of templates
 * with status 500.
 */
function isOfSystem({ status, param, sentence }: RefusalWords): boolean {
  if (!isOfRequest(status) && status !== 500) return false
  if (saysAny(sentence, TEMPLATE_WORDS)) return true
  if (status === 500 && !sentence.includes('not support')) return false
  const isNamed =
    SYSTEM_ROLE.test(sentence) || ['system', 'role', 'messages[0].role'].includes(String(param))
  return isNamed && saysAny(sentence, NO_SYSTEM_WORDS)
}

const TOOLS = /\btools?\b|\bfunction[ _-]call/
const NO_TOOLS_WORDS = [
  'not support',
  "n't support",
  'n’t support',
  'unsupported',
  'not enabled',
  'incompatible',
  // vLLM and llama.cpp name the option with which they must be started.
  'requires --',
  // OpenRouter, with status 404.
  'no endpoints found that support',
]

/**
 * Whether the model takes no tools. An error that speaks of a schema is of a tool, not of all:
 * without tools, its owner would never read of it.
 */
function isOfTools(words: RefusalWords): boolean {
  const { status, param, sentence } = words
  if (!isOfRequest(status) && status !== 404 && status !== 500) return false
  if (isOfRequest(status) && (param === 'tools' || /["'`]tools["'`]/.test(sentence)))
    return isOneOf(words, UNKNOWN_CODES) || saysAny(sentence, UNKNOWN_WORDS)
  return TOOLS.test(sentence) && !sentence.includes('schema') && saysAny(sentence, NO_TOOLS_WORDS)
}

const isOneOf = ({ code, type }: RefusalWords, names: readonly string[]) =>
  [code, type].some((name) => names.includes(String(name)))
const saysAny = (sentence: string, words: readonly string[]) =>
  words.some((word) => sentence.includes(word))
