import { Session } from 'node:inspector'

// Preloaded into a process with `--import`: at SIGUSR2 it prints the addresses of all scripts that
// the process has loaded, as a line of JSON with `scripts`.
const scripts = new Set()
const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params }) => scripts.add(params.url))
session.post('Debugger.enable')
process.on('SIGUSR2', () => process.stdout.write(`${JSON.stringify({ scripts: [...scripts] })}\n`))
