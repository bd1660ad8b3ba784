import { render } from 'preact'
import { App } from './App.tsx'
import { readReference } from './reference.ts'
import '../dashboard/styles/tokens.css'
import '../dashboard/styles/base.css'
import '../dashboard/styles/components.css'
import './styles/layout.css'
import './styles/operation.css'

const root = document.getElementById('reference')!

async function start(): Promise<void> {
  const answer = await fetch('/openapi.json')
  if (!answer.ok) throw new Error(`/openapi.json: ${answer.status}`)
  const reference = readReference(await answer.json())
  root.replaceChildren()
  render(<App reference={reference} />, root)
}

start().catch(() => {
  root.textContent = 'The reference could not be loaded. Reload the page to try again.'
})
