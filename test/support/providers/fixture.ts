import type { IncomingHttpHeaders } from 'node:http'

/** What a stand-in for a provider answers, whatever its protocol. */
export interface Completion {
  pieces: string[]
  /**
   * `filter`: a filter ended it; `refusal`: the model itself refuses, if the protocol distinguishes
   * that.
   */
  ends: 'stop' | 'length' | 'filter'
  /** Input tokens, the cached ones among them, and output tokens. */
  usage: { input: number; cached: number; output: number }
}

/** The parts of a request that every protocol has, as a stand-in reads them. */
export interface Asked {
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
  Array.isArray(content) ? content.map(({ text }) => text).join('') : String(content)
