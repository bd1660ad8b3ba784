// A page of a shop with the widget, at http://localhost:4000 or at PORT. The application must allow
// that origin: npm run --silent admin -- set-origins --client-id app_… --origin
// http://localhost:4000
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { installation } from '../demo.mjs'

const {
  address,
  clientId,
  agent_id = process.env.AGENT_ID ?? '',
  configuration_id = '',
} = installation()
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8')
  .replaceAll('{{address}}', address)
  .replace('{{client_id}}', clientId)
  .replace('{{agent_id}}', agent_id)
  .replace('{{configuration_id}}', configuration_id)

const server = createServer((_, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  // A strict policy with everything that the widget needs.
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; script-src ${address}; connect-src ${address}; style-src 'unsafe-inline'`,
  )
  response.end(page)
})
server.listen(Number(process.env.PORT ?? 4000), () =>
  console.log(`The shop is at http://localhost:${server.address().port}`),
)
