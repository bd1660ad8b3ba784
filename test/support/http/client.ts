import { expect } from 'chai'
import { ERROR_CODES } from '../../../shared/lib/errors.ts'
import { type Contract, contract, expectDocumented } from './contract.ts'

export interface Credentials {
  organization_id: string
  client_id: string
  secret: string
}

export interface Answer {
  status: number
  headers: Headers
  body: any
}

/** Calls the API as a customer's server does, and checks every answer against `/openapi.json`. */
export class Client {
  readonly address: string
  readonly credentials: Credentials
  private readonly contract: Contract

  /** @param keptContract the document that answers are checked against */
  constructor(address: string, credentials: Credentials, keptContract = contract) {
    this.address = address
    this.credentials = credentials
    this.contract = keptContract
  }

  get organizationId() {
    return this.credentials.organization_id
  }

  get authorization(): Record<string, string> {
    return { 'X-API-Key': this.credentials.client_id, 'X-API-Secret': this.credentials.secret }
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), {
      'Content-Type': 'application/json',
      ...headers,
    })
  }

  async send(
    method: string,
    path: string,
    body?: string | Uint8Array | FormData | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const init = {
      method,
      headers: { ...this.authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    }
    const response = await fetch(this.address + path, init as RequestInit).catch((error) => {
      // Its own message is only `fetch failed`.
      throw new Error(`${method} ${path}: ${error.cause ?? error}`, { cause: error })
    })
    const answer = {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }
    expectEnvelope(answer)
    expectDocumented(method, path, answer, this.contract)
    return answer
  }

  async makeAgent(fields: object = {}): Promise<any> {
    return this.made(await this.post('/api/v1/agents', { name: 'Ada', ...fields }))
  }

  async makeSession(fields: object = {}): Promise<any> {
    const agent_id = (fields as any).agent_id ?? (await this.makeAgent()).id
    return this.made(await this.post('/api/v1/sessions', { agent_id, ...fields }))
  }

  async makeConversation(fields: object = {}): Promise<any> {
    const agent_id = (fields as any).agent_id ?? (await this.makeAgent()).id
    return this.made(await this.post('/api/v1/conversations', { agent_id, ...fields }))
  }

  /** Posts a message to a conversation. */
  say(
    conversationId: string,
    content: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.post(`/api/v1/conversations/${conversationId}/messages`, { content }, headers)
  }

  private made({ status, body }: Answer): any {
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data
  }
}

export function expectEnvelope({ status, headers, body }: Answer): void {
  expect(headers.get('content-type')).to.match(/^application\/json/)
  expect(headers.get('x-request-id')).to.be.a('string')
  expect(body.status_code).to.equal(status)
  expect(body.detail).to.be.a('string').that.is.not.empty
  if (status < 400) {
    expect(body).to.include.all.keys('status', 'data')
    expect(body.status).to.equal('success')
  } else {
    const { traceback, ...rest } = body
    if (status !== 500) expect(body).not.to.have.property('traceback')
    if (traceback != null) expect(traceback).to.be.a('string')
    expect(rest).to.have.all.keys('status', 'status_code', 'detail', 'data', 'code', 'request_id')
    expect(body.status).to.equal('error')
    expect(ERROR_CODES).to.include(body.code)
    expect(body.request_id).to.equal(headers.get('x-request-id'))
    expect(JSON.stringify(rest)).not.to.match(/node_modules|\.ts:\d|select .* from|insert into/i)
  }
}

/**
 * Polls until `look` returns something, for effects that follow an answer of the API. @throws after
 * `seconds`
 */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  seconds = 60,
): Promise<T> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > until) throw new Error(`still not so after ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
