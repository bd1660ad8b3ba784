// Two API processes and a worker of each lane behind a load balancer, which needs no sticky
// sessions: any process answers any request. Needs a built product (npm run build) and
// DATABASE_URL; with REDIS_URL the queue is in Redis.
import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'

const ports = (process.env.API_PORTS ?? '4010,4011').split(',').map(Number)
const run = (args, env = {}) =>
  spawn('node', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
  })
const ended = (child) => new Promise((resolve) => child.once('exit', resolve))

if ((await ended(run(['dist/cli/migrate.js']))) !== 0) process.exit(1)
const children = [
  // One router stands in front of them: the balancer.
  ...ports.map((PORT) => run(['dist/api/main.js'], { PORT, TRUST_PROXY_HOPS: 1 })),
  run(['dist/workers/main.js', 'reply']),
  run(['dist/workers/main.js', 'index']),
  run(['dist/workers/main.js', 'deliver']),
]

let next = 0
const balancer = createServer((incoming, outgoing) => {
  const port = ports[next++ % ports.length]
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
  const passedOn = request(
    { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode, { ...answer.headers, 'x-answered-by': port })
      answer.pipe(outgoing)
    },
  )
  passedOn.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end())
  // The client has gone, so its request ends too.
  outgoing.on('close', () => passedOn.destroy())
  incoming.pipe(passedOn)
})

async function untilReady() {
  for (const port of ports)
    for (;;) {
      const isReady = await fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) break
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
}

await untilReady()
balancer.listen(Number(process.env.PORT ?? 4002), () =>
  console.log(`Two processes behind http://localhost:${balancer.address().port}`),
)
process.once('SIGTERM', async () => {
  balancer.close()
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(ended))
})
