import type { IncomingHttpHeaders } from 'node:http'

/** A tool call that a stand-in asks for. */
export interface StandInCall {
  /** Left out by protocols without ids. */
  id: string
  name: string
  /** The arguments as the model wrote them, JSON or not. */
  written: string
  /** Gemini's. */
  signature?: string
}

/** What a stand-in for a provider answers, whatever its protocol. */
export interface Completion {
  pieces: string[]
  /** Default: none. */
  calls?: readonly StandInCall[]
  /**
   * `filter`: a filter ended it; `refusal`: the model itself refuses, if the protocol distinguishes
   * that.
   */
  ends: 'stop' | 'length' | 'filter' | 'calls'
  /** Input tokens, the cached ones among them, and output tokens. */
  usage: { input: number; cached: number; output: number }
}

/** A tool call of an earlier round, as a stand-in reads it. Protocols without ids leave them out. */
export interface ReadCall {
  id?: string
  name: string
  input: unknown
  signature?: string
}

/** A result, as a stand-in reads it. Each protocol has the id of its call, or its name, or both. */
export interface ReadResult {
  id?: string
  name?: string
  text: string
}

/** What a request says of tools; a part that the request has not is left out. */
export interface AskedOfTools {
  tools?: { name: string; description: string; parameters: any }[]
  calls?: ReadCall[]
  results?: ReadResult[]
}

/** The parts of a request that every protocol has, as a stand-in reads them. */
export interface Asked extends AskedOfTools {
  model: string | undefined
  system: string | undefined
  turns: [role: 'user' | 'assistant', text: string][]
  temperature: number | undefined
  limit: number | undefined
}

export interface Answer {
  status: number
  body: unknown
}

/** A request as it came. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: any
}

/** A provider's own protocol. */
export interface Protocol {
  /** The path with its query, as its documentation says. */
  path: (model: string, isStreamed: boolean) => string
  /** The key, where the protocol has it. */
  key: (headers: IncomingHttpHeaders) => string | undefined
  read: (request: Received) => Asked
  whole: (completion: Completion) => object
  stream: {
    type: string
    begin: (completion: Completion) => string | Buffer
    piece: (text: string) => string | Buffer
    /** The events of all calls; protocols that can do so send the arguments in pieces. */
    calls: (completion: Completion) => string | Buffer
    end: (completion: Completion) => string | Buffer
    /** An error after status 200. */
    error: string | Buffer
  }
  errors: {
    tooLong: Answer
    wrongKey: Answer
    gone: Answer
    /** The model takes no temperature. */
    temperature: Answer
    /** A filter refuses the prompt; undefined: the provider has none. */
    blocked?: Answer
    /** The body of 429 and 500. */
    other: object
  }
}

export interface Stand {
  /** `provider:model` */
  model: string
  /** The settings for a stand-in at this address. */
  settings: (url: string) => Record<string, string>
  protocol: Protocol
}

export const KEY = 'sk-planted-key'

export const bearerOf = ({ authorization }: IncomingHttpHeaders) =>
  authorization?.replace(/^Bearer /, '')
export const event = (data: object, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
export const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : String(content ?? '')

/** The input of a call where a protocol has an object. A text that is no JSON stays a text. */
export function inputOf({ written }: StandInCall): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

/** Cuts arguments into pieces of three characters, which splits every escape. */
export const inThrees = ({ written }: StandInCall): string[] => written.match(/[\s\S]{1,3}/g) ?? []

/** Leaves out the parts that are empty. */
export const ofTools = ({ tools, calls, results }: AskedOfTools): AskedOfTools => ({
  ...(tools?.length && { tools }),
  ...(calls?.length && { calls }),
  ...(results?.length && { results }),
})
