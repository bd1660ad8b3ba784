// A server of a shop: POST /ask {"user": "u-1", "question": "…"} answers {"answer", "sources"}. It
// keeps one conversation for each of its users.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { makeClient } from 'parley-client'
import { installation } from '../demo.mjs'

const { agent_id = process.env.AGENT_ID, ...options } = installation()
const parley = makeClient(options)
const conversations = new Map()

/** Returns the user's conversation, and stores what the shop knows about the user. */
async function conversationOf(user) {
  const known = conversations.get(user)
  if (known) return known
  const context = await parley.POST('/api/v1/contexts', {
    body: { user_reference: user, traits: { name: user, tier: 'gold' } },
  })
  if (context.error) throw new Error(context.error.detail)
  const user_context_id = context.data.data.id
  const made = await parley.POST('/api/v1/conversations', {
    body: { agent_id, customer_id: user, user_context_id },
  })
  if (made.error) throw new Error(made.error.detail)
  conversations.set(user, made.data.data.id)
  return made.data.data.id
}

async function ask({ user, question }) {
  const { data, error } = await parley.POST('/api/v1/conversations/{conversation_id}/messages', {
    params: { path: { conversation_id: await conversationOf(user) } },
    body: { content: question },
  })
  if (error) throw new Error(error.detail)
  // 202: the model is slow. The reply is being written, and can be read by its id.
  const { id, status, content, citations } = data.data
  if (status === 'processing') return { answer: null, id }
  return {
    answer: content,
    sources: citations.map(({ title, url, quote }) => ({ title, url, quote })),
  }
}

const server = createServer(async (request, response) => {
  response.setHeader('Content-Type', 'application/json')
  try {
    if (request.method !== 'POST' || request.url !== '/ask')
      throw new Error('POST /ask is all there is.')
    response.end(JSON.stringify(await ask(await json(request))))
  } catch (error) {
    response.statusCode = 502
    response.end(JSON.stringify({ error: error.message }))
  }
})
server.listen(Number(process.env.PORT ?? 4001), () =>
  console.log(`Ask at http://localhost:${server.address().port}/ask`),
)
