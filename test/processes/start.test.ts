import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { becomeInstance } from '../../cli/local/singleInstance.ts'
import { Client, eventually } from '../support/http/client.ts'
import { bareEnvironment, killAll, type Running, run } from '../support/product/processes.ts'
import { freePort } from '../support/servers/servers.ts'

const shell = promisify(execFile)
/** The program of util-linux that gives a command a terminal. */
const hasScript = process.platform === 'linux' && existsSync('/usr/bin/script')

/**
 * Runs the one command without the build before it, on a data folder that stays from test to test,
 * like a newcomer's.
 */
describe('npm start without DATABASE_URL', function () {
  let dataDir: string
  let port: number
  let made: { organization_id: string; client_id: string; client_secret: string }
  /** The ids of the demo month's organization, once a test has made it. */
  let ofMonth: string[] = []
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-start-'))
    await chmod(dataDir, 0o755)
    port = await freePort()
  })
  after(async () => {
    await killAll()
    // Ends a database that a failed test left running.
    await admin('list')
    await rm(dataDir, { recursive: true, force: true })
  })

  const launch = (env: Record<string, string> = {}) =>
    run('node', ['dist/cli/start.js'], { PARLEY_DATA_DIR: dataDir, PORT: String(port), ...env })
  const curlOf = async (started: Running) => (await started.printed(/^curl .*$/m))[0]
  const admin = (...args: string[]) =>
    shell('node', ['dist/cli/admin.js', ...args], {
      env: { ...bareEnvironment(), PARLEY_DATA_DIR: dataDir },
    })
  const stop = async (started: Running) => {
    started.signal('SIGTERM')
    expect(await started.ended).to.equal(0)
  }
  const childrenOf = async (pid: number) =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  const ask = async (curl: string) =>
    JSON.parse((await shell('sh', ['-c', curl], { cwd: '/' })).stdout)

  describe('once started @long', () => {
    let started: Running
    let curl: string
    let address: string
    let signIn: string
    before(async () => {
      started = launch()
      curl = await curlOf(started)
      address = `http://localhost:${port}`
    })

    it('has printed a curl line that works as pasted, from any folder', async () => {
      const reply = await ask(curl)
      expect(reply.status_code).to.equal(201)
      expect(reply.data.content).to.contain('Monday to Friday from 9 am to 6 pm')
      expect(reply.data.citations[0].title).to.equal('When are you open?')
      expect(started.output()).to.contain(join(dataDir, 'demo.headers'))
      // Its demo serves only this machine, also if HOST is empty.
      const elsewhere = await fetch(`http://127.0.0.2:${port}/health`).catch((error) => error)
      expect(elsewhere).to.be.an('error')
    })

    it('has printed its progress, and then what a newcomer needs, in twelve lines, compiling included', async () => {
      const lines = started.output().trimEnd().split('\n')
      const steps = [
        'Starting PostgreSQL …',
        'Updating the database …',
        'Starting the API and its workers …',
      ]
      expect(lines.slice(0, 3)).to.deep.equal(steps)
      expect(lines[3]).to.match(/^Parley runs at http:\/\/localhost:\d+ .* Ctrl-C stops it\.$/)
      expect(lines).to.have.length(11)
      const named = ['Dashboard', 'Sign in', 'Demo shop', 'Data', 'Logs']
      expect(lines.slice(4, 9).map((line) => line.slice(2, 11).trim())).to.deep.equal(named)
    })

    it("shows the widget on a shop's page, which its demo organization allows", async () => {
      expect(started.output()).to.contain(`${address}/demo`)
      const page = await (await fetch(`${address}/demo`)).text()
      const { client_id, agent_id, configuration_id } = JSON.parse(
        await readFile(join(dataDir, 'demo.json'), 'utf8'),
      )
      for (const id of [client_id, agent_id, configuration_id]) expect(page).to.contain(`="${id}"`)
      for (const [, path] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g))
        expect((await fetch(address + path)).status, path).to.equal(200)
      const minted = await fetch(`${address}/api/v1/auth/widget-token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: address },
        body: JSON.stringify({ client_id }),
      })
      expect(minted.status).to.equal(200)
    })

    it('has printed a ready sign-in to the dashboard', async () => {
      const [, email, password] =
        /^ {2}Dashboard {2}http:\S+\/dashboard\/\n {2}Sign in {4}(\S+) {2}(\S+)$/m.exec(
          started.output(),
        )!
      const signedIn = await fetch(`${address}/dashboard/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      expect(signedIn.status).to.equal(201)
      const kept = join(dataDir, 'demo.password')
      expect((await readFile(kept, 'utf8')).trim()).to.equal(password)
      expect((await stat(kept)).mode & 0o777).to.equal(0o600)
      signIn = `${email}  ${password}`
    })

    /**
     * Returns the blocks of a document that are marked as run here, with this instance's folder and
     * port.
     */
    const scriptsOf = async (file: string) =>
      [
        ...(await readFile(file, 'utf8')).matchAll(
          /<!-- run by test\/processes\/start.test.ts -->\n```sh\n([\s\S]*?)```/g,
        ),
      ].map(([, script]) =>
        script!
          .replaceAll('.data/', `${dataDir}/`)
          .replaceAll('localhost:3000', `localhost:${port}`),
      )

    it("answers the README's round trip as it is written there", async () => {
      const [script] = await scriptsOf('README.md')
      const { stdout } = await shell('sh', ['-ec', script!])
      expect(JSON.parse(stdout).data.content).to.equal('You find its way under My orders.')
    })

    it('does what the guides show', async () => {
      const [roundTrip] = await scriptsOf('README.md')
      expect(await readFile('docs/guide/quick-start.md', 'utf8')).to.contain(
        'api conversations/$conversation',
      )
      const files = (await readdir('docs/guide')).map((name) => join('docs/guide', name))
      const scripts = (await Promise.all(files.map(scriptsOf))).flat()
      expect(scripts).to.have.length.above(4)
      const { stdout } = await shell('sh', ['-ec', [roundTrip, ...scripts].join('\n')])
      expect(stdout).to.contain('event: message.completed')
      expect(stdout).to.match(/ratelimit-limit: \d+/i)
      expect(stdout).to.contain('"status":"ready"')
      expect(stdout).to.contain('"handled_by":"human"').and.to.contain('"author":"Anna"')
      expect(stdout).not.to.contain('"status":"error"')
    })

    it('gets a month of data by the command that the README names, whose user signs in', async () => {
      const env = { ...bareEnvironment(), PARLEY_DATA_DIR: dataDir }
      const { stdout } = await shell('npm', ['run', '--silent', 'demo:data', '--', '--json'], {
        env,
      })
      const { email, password, is_indexed, messages } = JSON.parse(stdout)
      ofMonth = ['Greenleaf (demo)', 'Greenleaf (demo)']
      expect(is_indexed).to.equal(true)
      expect(messages).to.be.above(1_500)
      const { status } = await fetch(`http://127.0.0.1:${port}/dashboard/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      expect(status).to.equal(201)
    })

    it('is examined by the doctor with its own settings', async () => {
      const env = { ...bareEnvironment(), PARLEY_DATA_DIR: dataDir }
      const { stdout } = await shell('node', ['dist/cli/doctor.js', '--json', '--no-model'], {
        env,
      })
      const { findings } = JSON.parse(stdout)
      const signing = findings.filter(({ check }: any) => check === 'signing keys')
      expect(signing.map(({ level }: any) => level)).to.deep.equal(['ok'])
      expect(stdout).not.to.contain('is unset')
    })

    it('refuses a second instance on the same data folder and continues', async () => {
      const second = launch({ PORT: String(await freePort()) })
      expect(await second.ended).to.equal(1)
      const running = `already runs on ${join(dataDir, 'postgres')}: process ${started.pid}`
      expect(second.output()).to.contain(running)
      expect(second.output()).not.to.match(/\n\s+at /)
      expect((await ask(curl)).status_code).to.equal(201)
    })

    it('keeps its port: a second instance says that it is taken, and how to choose another', async () => {
      const other = await mkdtemp(join(tmpdir(), 'parley-other-'))
      const second = launch({ PARLEY_DATA_DIR: other })
      expect(await second.ended).to.equal(1)
      expect(second.output()).to.contain(`Port ${port} is taken. Choose another port: PORT=`)
      expect(second.output()).not.to.contain('Starting PostgreSQL')
      await rm(other, { recursive: true, force: true })
    })

    it('restarts a killed process', async () => {
      const children = await childrenOf(started.pid)
      const commands = await Promise.all(
        children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')),
      )
      const worker = children[commands.findIndex((command) => command.includes('reply'))]!
      process.kill(worker, 'SIGKILL')
      await started.printed(/worker ended \(SIGKILL\), starting it again/)
      await eventually(async () => (await ask(curl)).status_code === 201, 60)
    })

    it('restarts a killed database, and continues', async () => {
      const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split(
        '\n',
      )
      process.kill(Number(pid), 'SIGKILL')
      await started.printed(/The embedded PostgreSQL ended, starting it again/)
      await eventually(async () => (await ask(curl)).status_code === 201, 60)
    })

    it('ends cleanly at SIGTERM, with all its processes', async () => {
      const children = await eventually(async () => {
        const found = await childrenOf(started.pid)
        // An API, three workers, the database, and the shell that ends the database if this process
        // is killed.
        return found.length === 6 && found
      }, 60)
      await stop(started)
      await eventually(async () => !children.some(isAlive))
    })

    it('started again has the same data, credentials and sign-in, and accepts others', async () => {
      started = launch()
      curl = await curlOf(started)
      const { data } = await ask(curl.replace(/ -d '.*' /, ' '))
      expect(data[0].content).to.equal('When are you open?')
      expect(started.output()).to.contain(signIn)
      made = JSON.parse(
        (await admin('create-application', '--organization', 'Kept', '--json')).stdout,
      )
    })

    it('recovers after a kill -9: its processes and its database end by themselves, and the next start has the data', async () => {
      const children = await childrenOf(started.pid)
      started.signal('SIGKILL')
      await started.ended
      await eventually(async () => !children.some(isAlive), 60)
      started = launch({ SHUTDOWN_SECONDS: '20' })
      curl = await curlOf(started)
      const { organization_id, client_id, client_secret: secret } = made
      const client = new Client(`http://127.0.0.1:${port}`, { organization_id, client_id, secret })
      expect((await client.get('/api/v1/agents')).status).to.equal(200)
    })

    it('answers accepted messages at Ctrl-C, however many wait', async () => {
      const list = `${curl.replace(/ -d '.*?'/, '')}?limit=100`
      const taken = async () => (await ask(list)).data.length
      const before = await taken()
      const open = Array.from({ length: 20 }, () => ask(curl))
      await eventually(async () => (await taken()) === before + 40, 60)
      started.signal('SIGINT')
      const statuses = (await Promise.all(open)).map(({ status_code }) => status_code)
      expect(statuses).to.deep.equal(Array(20).fill(201))
      expect(await started.ended).to.equal(0)
    })
  })

  it("prints twelve lines in a terminal, npm's included, and its progress on a line that disappears @long", async function () {
    if (!hasScript) this.skip()
    const folder = await mkdtemp(join(tmpdir(), 'parley-terminal-'))
    await chmod(folder, 0o755)
    const settings = { PARLEY_DATA_DIR: folder, PORT: String(await freePort()), TERM: 'xterm' }
    const env = { ...bareEnvironment(), ...settings }
    const child = spawn('script', ['-qefc', 'npm start', '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = once(child, 'close')
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    try {
      await eventually(async () => /curl .*\r?\n/.test(output), 110)
      const shown = output
        .split('\n')
        // The rest of an overwritten line.
        .map((line) => stripVTControlCharacters(line.trimEnd().split('\r').at(-1)!))
      expect(shown.slice(0, -1), output).to.have.length.at.most(12)
      expect(shown.join('\n')).to.match(/\n {2}Sign in {4}owner@demo\.example {2}\S+\n/)
      expect(output)
        .to.match(/Starting PostgreSQL ….*\r/)
        .and.match(/Updating the database ….*\r/)
      expect(output).to.contain('\u001b[1mParley runs at')
      // Ctrl-C, as a terminal passes it on.
      child.stdin.write('\u0003')
      await ended
      expect(output).to.contain('Stopping')
    } finally {
      // The terminal ends with it, and so does every process in it.
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('is one instance also when two start in the same moment @long', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-two-'))
    try {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          becomeInstance(folder, () => ({
            pid: 1,
            address: 'here',
            database_url: '',
            leaving: false,
          })),
        ),
      )
      const taken = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [outcome.value] : [],
      )
      expect(taken).to.have.length(1)
      await taken[0]!()
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('says which of its files is broken @long', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-broken-'))
    await chmod(folder, 0o755)
    const start = () =>
      run('node', ['dist/cli/start.js'], { PARLEY_DATA_DIR: folder, PORT: String(port) })
    try {
      await writeFile(join(folder, 'widget-token-key'), 'half')
      const one = start()
      expect(await one.ended).to.equal(1)
      expect(one.output()).to.include('widget-token-key')
      await rm(join(folder, 'widget-token-key'))
      await writeFile(join(folder, 'demo.json'), '{"organ')
      const other = start()
      expect(await other.ended).to.equal(1)
      expect(other.output()).to.match(/demo\.json is no JSON/)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("works for root if the database's user cannot enter the folder @long", async function () {
    if (process.getuid?.() !== 0) this.skip()
    const closed = await mkdtemp(join(tmpdir(), 'parley-closed-'))
    const started = launch({ PARLEY_DATA_DIR: join(closed, 'data') })
    expect((await ask(await curlOf(started))).status_code).to.equal(201)
    await stop(started)
    const home = await realpath(join(closed, 'data', 'postgres'))
    expect(home).to.match(/^\/var\/lib\/parley\/data-/)
    for (const folder of [home, closed]) await rm(folder, { recursive: true })
  })

  it('names all wrong settings at once and starts nothing', async () => {
    const started = launch({ PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(await started.ended).to.equal(1)
    expect(started.output()).to.match(/PORT.*\n.*LOG_LEVEL/)
    expect(started.output()).not.to.match(/\n\s+at /)
  })

  describe('the admin tool', () => {
    it('works on the embedded database also while nothing runs @long', async () => {
      const { stdout } = await admin('list', '--json')
      const found = JSON.parse(stdout).applications.map(({ organization }: any) => organization)
      expect(found).to.deep.equal(['Demo', ...ofMonth, 'Kept'])
    })
  })
})
