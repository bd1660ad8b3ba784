// Uploads the Markdown files of a folder as knowledge, and waits until agents can find them. Only
// users may upload files, so this signs in: as the demo's owner, or with EMAIL and PASSWORD.
//   node examples/markdown-knowledge/load.mjs [folder]
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const address = process.env.PARLEY_ADDRESS ?? 'http://localhost:3000'
const email = process.env.EMAIL ?? 'owner@demo.example'
const password =
  process.env.PASSWORD ??
  readFileSync(`${process.env.PARLEY_DATA_DIR ?? '.data'}/demo.password`, 'utf8').trim()
const folder = process.argv[2] ?? join(import.meta.dirname, 'texts')

async function send(method, path, headers, body) {
  const answer = await fetch(address + path, { method, headers, body })
  const { data, detail } = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${detail}`)
  return { data, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] }
}

const signedIn = await send(
  'POST',
  '/dashboard/session',
  { 'Content-Type': 'application/json' },
  JSON.stringify({ email, password }),
)
const headers = { Cookie: signedIn.cookie, 'X-CSRF-Token': signedIn.data.csrf_token }
const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
for (const name of files) {
  const form = new FormData()
  form.set('title', basename(name, '.md').replaceAll('-', ' '))
  form.set('file', new Blob([readFileSync(join(folder, name))], { type: 'text/markdown' }), name)
  // Answers when agents can find the file, or with 202 if that takes longer than the wait.
  const { data } = await send('POST', '/knowledge-base/', headers, form)
  console.log(`${name}: ${data.status}`)
}
