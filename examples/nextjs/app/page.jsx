'use client'

import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useState } from 'react'

const NOTHING = { text: '', sources: [] }

export default function Page() {
  const [reply, setReply] = useState(NOTHING)

  async function ask(submit) {
    submit.preventDefault()
    const question = new FormData(submit.currentTarget).get('question')
    setReply(NOTHING)
    const answer = await fetch('/ask', { method: 'POST', body: JSON.stringify({ question }) })
    if (!answer.ok) return setReply({ text: (await answer.json()).detail, sources: [] })
    const events = answer.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    // Some browsers cannot iterate over a stream.
    const reader = events.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { event, data } = next.value
      setReply((before) => after(before, event, JSON.parse(data)))
    }
  }

  return (
    <main>
      <title>Ask Greenleaf</title>
      <h1>Ask Greenleaf</h1>
      <form onSubmit={ask}>
        <input
          name="question"
          aria-label="Your question"
          defaultValue="When are you open?"
          required
        />
        <button type="submit">Ask</button>
      </form>
      <p aria-live="polite">{reply.text}</p>
      {reply.sources.map(({ knowledge_id, quote }) => (
        <blockquote key={knowledge_id}>{quote}</blockquote>
      ))}
    </main>
  )
}

/** Returns the reply after an event of its stream. */
function after(reply, event, data) {
  if (event === 'delta') return { ...reply, text: reply.text.slice(0, data.offset) + data.text }
  // Another worker took over, and begins again.
  if (event === 'message.restarted') return NOTHING
  if (event === 'message.completed') return { text: data.content, sources: data.citations }
  if (event === 'error') return { text: data.detail, sources: [] }
  return reply
}
