import { makeClient } from 'parley-client'
import { installation } from '../../../demo.mjs'

// The secret stays here, on the server.
const { agent_id = process.env.AGENT_ID, ...options } = installation()
const parley = makeClient(options)

/**
 * POST {question}: streams the reply as Server-Sent Events, just as Parley sends them. A cookie
 * identifies the visitor.
 */
export async function POST(request) {
  const visitor =
    /\bvisitor=([\w-]+)/.exec(request.headers.get('cookie'))?.[1] ?? crypto.randomUUID()
  const { question } = await request.json()
  const { data, error, response } = await parley.POST(
    '/api/v1/conversations/{conversation_id}/messages',
    {
      params: { path: { conversation_id: await conversationOf(visitor) } },
      body: { content: question },
      headers: { Accept: 'text/event-stream' },
      parseAs: 'stream',
      // Ends the request when the visitor leaves. The reply is written nonetheless.
      signal: request.signal,
    },
  )
  if (error) return Response.json({ detail: error.detail }, { status: response.status })
  return new Response(data, {
    headers: {
      'Content-Type': 'text/event-stream',
      // Next compresses a response that may be transformed, and holds it back until it is long
      // enough.
      'Cache-Control': 'no-cache, no-transform',
      'Set-Cookie': `visitor=${visitor}; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000`,
    },
  })
}

/** The visitor's latest conversation, or a new one. */
async function conversationOf(customer_id) {
  const found = await parley.GET('/api/v1/conversations', {
    params: { query: { customer_id, limit: 1 } },
  })
  if (found.error) throw new Error(found.error.detail)
  if (found.data.data.length) return found.data.data[0].id
  const made = await parley.POST('/api/v1/conversations', { body: { agent_id, customer_id } })
  if (made.error) throw new Error(made.error.detail)
  return made.data.data.id
}
