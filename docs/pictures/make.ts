import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { freePort } from '../../test/support/servers/ports.ts'

/**
 * Makes the README's pictures: runs `npm start` in a data folder of its own, makes the demo month,
 * hands some chats to people, and takes the inbox and the widget side by side, light and dark.
 * Needs Chromium (CHROMIUM_PATH), and a built product.
 */

const FOLDER = new URL('.', import.meta.url).pathname
const SIZE = { width: 1280, height: 880 }
const PHONE = { width: 400, height: 880 }

async function make(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pictures-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...process.env, PORT: String(port), PARLEY_DATA_DIR: folder }
  const product = spawn('npm', ['start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  })
  try {
    await untilPrinted(product, '\ncurl ')
    const made = execFileSync('npm', ['run', '--silent', 'demo:data', '--', '--json'], { env })
    const owner = JSON.parse(made.toString())
    for (const colorScheme of ['light', 'dark'] as const) {
      const dashboard = await pictureOfDashboard(browser, address, owner, colorScheme)
      const widget = await pictureOfWidget(browser, address, colorScheme)
      const both = await sideBySide(browser, dashboard, widget, colorScheme)
      writeFileSync(join(FOLDER, `first-screen-${colorScheme}.png`), both)
    }
  } finally {
    await browser.close()
    product.kill('SIGINT')
    await new Promise((resolve) => product.once('exit', resolve))
    rmSync(folder, { recursive: true })
  }
}

function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`npm start ended with code ${code}:\n${printed}`)),
    )
    child.stdout!.on('data', (data) => {
      printed += data
      if (printed.includes(text)) resolve()
    })
  })
}

async function pictureOfDashboard(
  browser: Browser,
  address: string,
  { email, password }: { email: string; password: string },
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const page = await open(browser, SIZE, colorScheme)
  await page.goto(`${address}/dashboard/inbox`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const opened = await handOver(page, address)
  await page.goto(`${address}/dashboard/inbox/${opened}?filter=all`)
  await page.locator('.case .message').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.screenshot()
}

/**
 * Hands some chats to people, unless that was done already, and answers one.
 * @returns the id of the answered chat
 */
async function handOver(page: Page, address: string): Promise<string> {
  const read = async (path: string) => (await (await page.request.get(address + path)).json()).data
  const { user, csrf_token } = await read('/dashboard/session')
  const headers = { 'X-CSRF-Token': csrf_token, Origin: address }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${address}/api/v1/${path}`, { headers, data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  }
  const [mine] = await read('/api/v1/inbox?filter=mine')
  if (mine) return mine.id
  const threads: { id: string; kind: string; locale: string | null; outcome: string }[] =
    await read('/api/v1/threads?limit=100')
  const pathOf = ({ id, kind }: { id: string; kind: string }) => `${kind}s/${id}`
  const isReadable = ({ locale }: { locale: string | null }) => locale?.startsWith('en') ?? false
  const asking = threads
    .filter((thread) => thread.kind === 'conversation' && isReadable(thread))
    .slice(0, 6)
    .reverse()
  const reasons = [
    'no_answer',
    'customer_request',
    'topic',
    'customer_request',
    'no_answer',
    'no_answer',
  ]
  for (const [at, thread] of asking.entries())
    await post(`${pathOf(thread)}/handoff`, { reason: reasons[at] })
  const answered = asking.find(({ outcome }) => outcome !== 'answered') ?? asking[0]!
  await post(`${pathOf(answered)}/assign`, { user_id: user.id })
  await post(`${pathOf(answered)}/messages`, {
    role: 'human_agent',
    content:
      'Hello, this is Ada from Greenleaf. I am asking our gardeners, and will be back in a minute.',
  })
  return answered.id
}

async function pictureOfWidget(
  browser: Browser,
  address: string,
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const page = await open(browser, PHONE, colorScheme)
  await page.goto(`${address}/demo`)
  await page.locator('.launcher').click()
  await page.getByRole('button', { name: 'How often should I water a monstera?' }).click()
  await page.locator('.message.it:has(.foot)').nth(0).waitFor()
  await page.waitForTimeout(500)
  return page.screenshot()
}

async function open(
  browser: Browser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  return context.newPage()
}

async function sideBySide(
  browser: Browser,
  dashboard: Buffer,
  widget: Buffer,
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const gap = 24
  const width = SIZE.width + PHONE.width + 3 * gap
  const page = await open(browser, { width, height: SIZE.height + 2 * gap }, colorScheme)
  const image = (png: Buffer, of: { width: number }) =>
    `<img width="${of.width}" src="data:image/png;base64,${png.toString('base64')}">`
  const [back, line] = colorScheme === 'light' ? ['#eef1ee', '#d5dbd6'] : ['#14181b', '#2c343a']
  await page.setContent(`<style>body{margin:0;background:${back};display:flex;gap:${gap}px;padding:${gap}px}
    img{border-radius:10px;box-shadow:0 0 0 1px ${line}}</style>${image(dashboard, SIZE)}${image(widget, PHONE)}`)
  return page.screenshot()
}

await make()
