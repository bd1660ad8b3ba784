import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { makePng, upload } from '../../support/data/attachments.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'

const inChromium = hasChromium ? describe : describe.skip
const PHOTO = { name: 'lamp.png', mimeType: 'image/png', buffer: makePng(120, 80) }
const TEXT = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes.') }

inChromium('files in the inbox @long', () => {
  let dashboard: Dashboard
  let anna: SignedIn
  let path: string
  before(async () => {
    dashboard = await startDashboard()
    anna = await signedIn(dashboard.parley, dashboard.client, 'editor')
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))

  /** Opens the inbox at a chat in which the customer has shown a photo. */
  async function openChat(allow_attachments = true): Promise<Page> {
    const { client } = dashboard
    const agent = await client.makeAgent({ allow_attachments })
    const thread = await client.makeConversation({ agent_id: agent.id, customer_id: 'Zoe' })
    path = `/api/v1/conversations/${thread.id}`
    await client.post(`${path}/handoff`, { reason: 'customer_request' })
    const files = allow_attachments
      ? [(await upload(client, thread, PHOTO.buffer, 'broken.png')).body.data.id]
      : []
    await client.post(`${path}/messages`, { content: 'It looks like this.', attachments: files })
    const page = await dashboard.openAs(anna, `/inbox/${thread.id}`)
    await page.getByText('It looks like this.').last().waitFor()
    return page
  }
  const messages = async () => (await dashboard.client.get(`${path}/messages`)).body.data as any[]
  const choose = async (page: Page, files: (typeof PHOTO)[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Attach images or PDFs' }).click(),
    ])
    await chooser.setFiles(files)
  }
  const chosen = (page: Page) =>
    page.getByRole('list', { name: 'Attachments' }).last().getByRole('listitem')

  it('are shown, and sent with a reply', async () => {
    const page = await openChat()
    await page.locator('.case').getByRole('img', { name: 'broken.png' }).waitFor()
    await choose(page, [PHOTO, { ...PHOTO, name: 'other.png' }])
    await page.getByRole('button', { name: 'Remove other.png' }).click()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Is it this one?')
    await keepPicture(page, 'inbox-files', 'dashboard')
    await expectAccessible(page, 'files of the next message')
    await page.getByRole('button', { name: 'Send' }).click()
    await page
      .locator('.case .messages:not(.outgoing) .message', { hasText: 'Is it this one?' })
      .getByRole('img', { name: 'lamp.png' })
      .waitFor()
    const sent = (await messages()).find(({ content }) => content === 'Is it this one?')
    expect(sent.attachments.map(({ name }: { name: string }) => name)).to.deep.equal(['lamp.png'])
  })

  it('explain a refusal, and go four to a message @long', async () => {
    const page = await openChat()
    await choose(page, [TEXT])
    await chosen(page).getByText('must be a PNG, JPEG, WebP or GIF image or a PDF').waitFor()
    await page.getByRole('button', { name: 'Remove notes.txt' }).click()
    await choose(
      page,
      [1, 2, 3, 4, 5].map((number) => ({ ...PHOTO, name: `${number}.png` })),
    )
    await page.getByText('At most 4 files go with a message. Not attached: 5.png').waitFor()
    expect(await chosen(page).count()).to.equal(4)
  })

  it('cannot be sent if the agent does not allow them @long', async () => {
    const page = await openChat(false)
    expect(await page.getByRole('button', { name: 'Attach images or PDFs' }).count()).to.equal(0)
  })
})
