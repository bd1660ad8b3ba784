import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { expectAccessibleWidget, keepPicture } from '../../support/browser/looks.ts'
import { ask, pageWith, type Shop, startShop, strictPolicy } from '../../support/browser/shop.ts'
import { makePng } from '../../support/data/attachments.ts'
import { makePdf } from '../../support/data/documents.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium('attachments in the widget', function () {
  let shop: Shop
  before(async () => {
    const free = { MINT_MINUTE_LIMIT: '1000', WIDGET_SESSION_MINUTE_LIMIT: '1000' }
    shop = await startShop({ greeting: 'Hello!' }, { ...free, ATTACHMENTS_CHAT_DAILY_LIMIT: '5' })
    await allow(true)
    shop.page('/ar', { html: pageWith(shop.tag({ 'data-locale': 'ar' })) })
    const policy = { 'Content-Security-Policy': strictPolicy(shop.parley.client.address) }
    shop.page('/strict', { html: pageWith(shop.tag()), headers: policy })
  })
  after(() => shop?.stop())
  afterEach(() => closePages(shop.browser))
  beforeEach(() => {
    shop.complaints.length = 0
    shop.parley.model.reset()
    shop.parley.model.behave(() => ({ text: 'I see.' }))
  })

  const allow = (allow_attachments: boolean) =>
    shop.parley.db('agents').where({ id: shop.agent_id }).update({ allow_attachments })
  async function open(path = '/', options = {}): Promise<Page> {
    const page = await shop.open(path, options)
    await page.locator('.launcher').click()
    await page.getByRole('textbox').waitFor()
    return page
  }
  const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: makePng(120, 80) }
  const BILL = {
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: makePdf(['You owe 30 euros.']),
  }
  const choose = (page: Page, files: (typeof PHOTO)[]) =>
    page.locator('input[type=file]').setInputFiles(files)
  /** Waits until all files are uploaded. */
  const uploaded = async (page: Page) => {
    await page.locator('.tray li').first().waitFor()
    await page.locator('.tray:not(:has(progress))').waitFor({ state: 'attached' })
  }
  const sendButton = (page: Page) => page.locator('.composer > .send')
  const lastAsked = () => JSON.stringify(shop.parley.model.requests.at(-1)!.messages.at(-1))

  it('are chosen, removed, sent and shown, also after a reload @long', async () => {
    const page = await open()
    await choose(page, [PHOTO, BILL, { ...PHOTO, name: 'other.png' }])
    await uploaded(page)
    await page.getByRole('button', { name: 'Remove other.png' }).click()
    expect(await page.locator('.tray li').count()).to.equal(2)
    await keepPicture(page, 'attachments')
    await expectAccessibleWidget(page, 'attachments that wait')
    await ask(page, 'What is this?')
    expect(await page.locator('.tray li').count()).to.equal(0)
    expect(lastAsked())
      .to.contain(PHOTO.buffer.toString('base64'))
      .and.to.contain('You owe 30 euros.')
    const own = page.locator('.message.me')
    await own.getByRole('img', { name: 'photo.png' }).waitFor()
    await page.reload()
    await page.locator('.message.me').getByRole('img', { name: 'photo.png' }).waitFor()
    const width = () => page.locator('.message.me img').evaluate((image: any) => image.naturalWidth)
    expect(await width()).to.equal(120)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'bill.pdf' }).click()
    expect((await download).suggestedFilename()).to.equal('bill.pdf')
    await expectAccessibleWidget(page, 'attachments')
    expect(shop.complaints).to.deep.equal([])
  })

  it('are sent without words, under their names, by keyboard alone @long', async () => {
    const page = await open()
    await page.getByRole('textbox').and(page.locator(':focus')).waitFor()
    // Set up before the steps to the chooser, because Chromium takes a moment to hand it over.
    const chooser = page.waitForEvent('filechooser')
    await page.locator('.composer .clip').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.locator('.composer .clip:focus').waitFor()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles([PHOTO])
    await uploaded(page)
    expect(await sendButton(page).getAttribute('aria-disabled')).to.equal('false')
    await page.getByRole('textbox').focus()
    await page.keyboard.press('Enter')
    await page.locator('.message.it:has(.foot)').waitFor()
    expect(await page.locator('.me .bubble').innerText()).to.equal('photo.png')
    await choose(page, [PHOTO])
    await uploaded(page)
    await page.getByRole('button', { name: 'Remove photo.png' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox').evaluate((field) => field.matches(':focus'))).to.equal(
      true,
    )
  })

  it('can be dropped and pasted @long', async () => {
    const page = await open()
    for (const [selector, type] of [
      ['.panel', 'drop'],
      ['textarea', 'paste'],
    ] as const)
      await page.locator(selector).evaluate(
        (element: any, [kind, bytes]) => {
          const { DataTransfer, DragEvent, ClipboardEvent } = globalThis as any
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(bytes)], `${kind}.png`, { type: 'image/png' }))
          const how = { dataTransfer: data, clipboardData: data, bubbles: true, cancelable: true }
          element.dispatchEvent(
            kind === 'drop' ? new DragEvent('drop', how) : new ClipboardEvent('paste', how),
          )
        },
        [type, [...makePng()]] as const,
      )
    await page.locator('.tray li').nth(1).waitFor()
    expect(await page.locator('.tray li span').allInnerTexts()).to.deep.equal([
      'drop.png',
      'paste.png',
    ])
  })

  it('that are refused are explained @long', async () => {
    const page = await open()
    const notice = page.locator('.said')
    await choose(page, [{ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') }])
    expect(await notice.innerText()).to.equal('page.html: Only images and PDFs.')
    await choose(page, [{ ...PHOTO, name: 'big.png', buffer: Buffer.alloc(5_300_000) }])
    expect(await notice.innerText()).to.equal('big.png: An image may have 5 MB, a PDF 10 MB.')
    // The bytes say what it is.
    await choose(page, [{ ...PHOTO, name: 'fake.png', buffer: Buffer.from('<script>') }])
    await notice.getByText('fake.png: Only images and PDFs.').waitFor()
    await choose(page, Array(5).fill(PHOTO))
    expect(await notice.innerText()).to.equal('At most 4 files go with a message.')
    await uploaded(page)
    await ask(page, 'Four.')
    await choose(page, [PHOTO])
    await uploaded(page)
    await choose(page, [BILL])
    await notice.getByText(/^bill\.pdf: /).waitFor()
    expect(await notice.innerText()).to.match(/^bill\.pdf: Too many messages/)
  })

  it('are dropped with the chat that they were uploaded for @long', async () => {
    const page = await open()
    await ask(page, 'First.')
    await choose(page, [PHOTO])
    await uploaded(page)
    await page.getByRole('button', { name: 'New chat' }).click()
    expect(await page.locator('.tray li').count()).to.equal(0)
    await ask(page, 'Second.')
    expect(shop.complaints).to.deep.equal([])
  })

  it('are shown by name if the page allows no pictures, and fit a phone from right to left @long', async () => {
    const strict = await open('/strict')
    await choose(strict, [PHOTO])
    await uploaded(strict)
    await ask(strict, 'What is this?')
    await strict.locator('.message.me .file').getByText('photo.png').waitFor()
    const page = await open('/ar', { viewport: { width: 360, height: 640 } })
    await choose(page, [PHOTO, BILL])
    await page.locator('.tray li').nth(1).waitFor()
    await expectAccessibleWidget(page, 'attachments on a phone')
    const overflow = await page
      .locator('.panel')
      .evaluate((panel) => panel.scrollWidth - panel.clientWidth)
    expect(overflow).to.equal(0)
  })

  it('are not offered if the agent forbids them @long', async () => {
    await allow(false)
    try {
      const page = await open()
      expect(await page.locator('.clip').isVisible()).to.equal(false)
    } finally {
      await allow(true)
    }
  })
})
