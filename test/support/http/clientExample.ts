import { makeClient } from 'parley-client'

const { PARLEY_ADDRESS: address = '', CLIENT_SECRET: key = '' } = process.env
const parley = makeClient({ address, key })

const agent = await parley.POST('/api/v1/agents', { body: { name: 'Ada', language: 'en' } })
if (agent.error) throw new Error(agent.error.detail)
const conversation = await parley.POST('/api/v1/conversations', {
  body: { agent_id: agent.data.data.id },
})
if (conversation.error) throw new Error(conversation.error.detail)
const reply = await parley.POST('/api/v1/conversations/{conversation_id}/messages', {
  params: { path: { conversation_id: conversation.data.data.id } },
  body: { content: 'Where is my parcel?' },
})
console.log(reply.data?.data.content ?? reply.error?.detail)
