/** Quotes any text as a single word of a shell command. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const post = (url: string, body: object) =>
  [
    `curl -sS ${quoted(url)}`,
    '-H "Authorization: Bearer $CLIENT_SECRET"',
    "-H 'Content-Type: application/json'",
    `--data-binary ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')

/** Returns a command that asks the same question in the same conversation, and traces the reply. */
export const curlOfMessage = (origin: string, conversationId: string, content: string) =>
  post(`${origin}/api/v1/conversations/${conversationId}/messages`, { content, trace: true })

/** Returns a command that opens another conversation with the same agent. */
export const curlOfConversation = (origin: string, agent_id: string) =>
  post(`${origin}/api/v1/conversations`, { agent_id })
