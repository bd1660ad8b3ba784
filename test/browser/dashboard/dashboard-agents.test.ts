import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { closePages, hasChromium } from '../../support/browser/browser.ts'
import { type Dashboard, startDashboard } from '../../support/browser/dashboard.ts'
import { expectAccessible, keepPicture } from '../../support/browser/looks.ts'
import { signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { questionIn } from '../../support/servers/model.ts'

const run = promisify(execFile)
const inChromium = hasChromium ? describe : describe.skip

const LOOKS = {
  light: {},
  dark: { colorScheme: 'dark' },
  'phone-390': { viewport: { width: 390, height: 844 } },
} as const

/** Sizes at which a page only has to fit: colours and order are those of other sizes. */
const WINDOWS = {
  'phone-360-dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  'wide-1920': { viewport: { width: 1920, height: 1080 } },
} as const

const ANSWER =
  'Parcels within Germany take two days. Express parcels arrive on the next working day.'
const PIECES = [
  'Parcels within Germany ',
  'take two days [1].\n\n',
  '- Express: ',
  'the next working day',
]

inChromium("the dashboard's pages of agents", function () {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await startDashboard()
    const { client } = dashboard
    for (const [question, answer] of [
      ['How long does delivery take?', ANSWER],
      ['How long can I send a parcel back?', 'For 30 days, free of charge within Germany.'],
    ])
      await client.post('/api/v1/knowledge/qa', { question, answer })
  })
  after(() => dashboard?.stop())
  afterEach(() => closePages(dashboard.browser))
  beforeEach(() => {
    dashboard.complaints.length = 0
    dashboard.parley.model.reset()
    dashboard.parley.model.behave(() => ({ pieces: PIECES, everyMs: 40 }))
  })

  const ask = async (page: Page, question: string) => {
    await page.getByLabel('Your question').fill(question)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
  const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })
  const answered = (page: Page) =>
    log(page).getByRole('button', { name: 'Inspect' }).last().waitFor()
  const makeAgent = (fields: object = {}) => dashboard.client.makeAgent({ name: 'Ada', ...fields })
  const read = async (id: string) => (await dashboard.client.get(`/api/v1/agents/${id}`)).body.data

  it("lead from a new agent to its first cited reply, and to that reply's trace @long", async () => {
    const page = await dashboard.open('/agents')
    await page.getByRole('link', { name: 'New agent' }).first().click()
    await page.getByLabel('Name').fill('Greta')
    await page.getByLabel('Description').fill('Helps the customers of Greenleaf.')
    await page.getByLabel('Tone').fill('warm')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByRole('heading', { name: 'Greta', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Inspector' }).click()

    await ask(page, 'How long does delivery take?')
    await answered(page)
    const reply = log(page)
    expect(await reply.innerText()).to.contain('Parcels within Germany take two days.')
    expect(await reply.innerText()).not.to.contain('[1]')
    expect(
      await reply.getByRole('listitem').filter({ hasText: 'Express: the next' }).count(),
    ).to.equal(1)
    const rests = reply.getByRole('list', { name: 'Sources' })
    await rests.getByRole('link', { name: 'How long does delivery take?' }).waitFor()
    expect(await rests.innerText()).to.contain('Parcels within Germany take two days.')
    expect(await reply.innerText()).to.match(/18 tokens\s+US\$0\.000025/)

    const panel = inspector(page)
    await panel.getByRole('heading', { name: 'Retrieved' }).waitFor()
    const [first] = await panel.locator('.passages > li').all()
    expect(await first!.innerText()).to.contain('How long does delivery take?')
    expect(await first!.innerText()).to.match(/Source 1\s+Cited/)
    await first!.getByText(/^Text, /).click()
    expect(await first!.locator('.passage-text').innerText()).to.contain(ANSWER)

    const [request] = dashboard.parley.model.requests
    const parts = await panel.locator('.prompt > li').all()
    const texts = []
    for (const part of parts) {
      await part.locator('summary').click()
      texts.push(await part.locator('pre').textContent())
    }
    expect(texts.join('\n\n')).to.equal(
      request!.messages.map(({ content }) => content).join('\n\n'),
    )
    expect(questionIn(request!)).to.equal('How long does delivery take?')
    expect(request!.messages[0]!.content).to.contain('You are Greta')
    expect(request!.messages[0]!.content).to.contain('Your tone: warm.')

    const address = new URL(page.url())
    const { body } = await dashboard.client.get(
      `/api/v1/conversations/${address.searchParams.get('conversation')}`,
    )
    expect(body.data.metadata).to.deep.equal({ source: 'playground' })
    expect(body.data.customer_id).to.match(/^playground:user-/)
    expect(dashboard.complaints).to.deep.equal([])
  })

  it('show a conversation again at its address, and continue it @long', async () => {
    const { id } = await makeAgent()
    const user = await signedIn(dashboard.parley, dashboard.client, 'editor')
    const page = await dashboard.openAs(user, `/agents/${id}/playground`)
    await ask(page, 'How long does delivery take?')
    await answered(page)
    const again = await dashboard.openAs(
      user,
      new URL(page.url()).pathname.slice(10) + new URL(page.url()).search,
    )
    await answered(again)
    expect(await log(again).innerText()).to.contain('take two days.')
    await inspector(again).getByRole('heading', { name: 'Prompt' }).waitFor()
    await ask(again, 'And within Austria?')
    await eventually(
      async () => (await log(again).getByRole('button', { name: 'Inspect' }).count()) === 2,
    )
    expect(dashboard.parley.model.requests.at(-1)!.messages.map(({ role }) => role)).to.deep.equal([
      'system',
      'user',
      'assistant',
      'user',
    ])
    await inspector(again).getByText('so the search also used the previous question').waitFor()
    await again.getByRole('button', { name: 'New conversation' }).click()
    await again.getByText('Ask what your customers ask').waitFor()
    expect(new URL(again.url()).search).to.equal('')
    await again
      .getByLabel('Your conversations')
      .selectOption({ label: 'How long does delivery take?' })
    await answered(again)
  })

  it('stop a reply while it is written @long', async () => {
    const { id } = await makeAgent()
    dashboard.parley.model.behave(() => ({
      pieces: ['Well, that is '],
      everyMs: 0,
      ending: 'hang',
    }))
    const page = await dashboard.open(`/agents/${id}/playground`)
    await ask(page, 'How long?')
    await log(page).getByText('Well, that').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await log(page).getByText('Stopped.').waitFor()
    const conversation = new URL(page.url()).searchParams.get('conversation')
    const { body } = await dashboard.client.get(`/api/v1/conversations/${conversation}/messages`)
    expect(body.data[1].status).to.equal('cancelled')
  })

  it('say why a reply failed, and what was sent for it @long', async () => {
    const { id } = await makeAgent()
    dashboard.parley.model.behave(() => ({ status: 400 }))
    const page = await dashboard.open(`/agents/${id}/playground`)
    await ask(page, 'How long does delivery take?')
    await log(page).getByRole('alert').getByText('refused the request').waitFor()
    await inspector(page).getByText('model_rejected').waitFor()
    expect(await inspector(page).locator('.prompt > li').count()).to.be.above(3)
  })

  it("send the model the asking person's stored traits @long", async () => {
    const { id } = await makeAgent()
    const page = await dashboard.open(`/agents/${id}/playground`)
    await page.getByText('Who is asking').click()
    const traits = page.getByLabel('Traits (JSON)')
    await traits.fill('{"tier": ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('This is not valid JSON').waitFor()
    await traits.fill('{"tier": "gold"}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 trait').waitFor()
    await ask(page, 'How long does delivery take?')
    await answered(page)
    expect(dashboard.parley.model.requests[0]!.messages[0]!.content).to.contain('"tier": "gold"')
    await inspector(page).getByText('User traits').waitFor()
  })

  it('show shell commands that do the same @long', async () => {
    const { id } = await makeAgent()
    const page = await dashboard.open(`/agents/${id}/playground`)
    await ask(page, 'It\'s "urgent": $HOME `how` long?')
    await answered(page)
    const lines = await inspector(page)
      .locator('.code')
      .filter({ hasText: 'curl' })
      .locator('pre')
      .all()
    const [message, conversation] = await Promise.all(lines.map((line) => line.textContent()))
    const { client_id, secret } = dashboard.client.credentials
    const env = { PATH: process.env.PATH!, CLIENT_ID: client_id, CLIENT_SECRET: secret }
    const runLine = async (line: string) =>
      JSON.parse((await run('sh', ['-c', line], { env })).stdout)
    const answer = await runLine(message!)
    expect(answer.status_code).to.equal(201)
    expect(answer.data.conversation_id).to.equal(
      new URL(page.url()).searchParams.get('conversation'),
    )
    const [first, again] = dashboard.parley.model.requests
    expect(questionIn(again!)).to.equal(questionIn(first!))
    expect((await runLine(conversation!)).data.agent_id).to.equal(id)
    await inspector(page)
      .getByRole('button', { name: 'Copy the command that asks this question' })
      .click()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(message)
  })

  it('answer with unsaved settings, beside the answer of the saved settings, and keep neither @long', async () => {
    const { id } = await makeAgent({ tone: 'warm' })
    dashboard.parley.model.behave(({ messages }) => ({
      text: messages[0]!.content.includes('Your tone: dry.') ? 'Two days.' : 'Two lovely days!',
    }))
    const page = await dashboard.open(`/agents/${id}`)
    await page.getByLabel('Tone').fill('dry')
    await page.getByRole('status').getByText('Unsaved', { exact: true }).waitFor()
    await ask(page, 'How long does delivery take?')
    await log(page).getByText('Two days.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Compare with the saved settings' }).click()
    await log(page).getByText('Two lovely days!').waitFor()
    expect(await log(page).innerText()).to.match(
      /Unsaved settings\s+Ada:\s+Two days\.[\s\S]+Saved settings\s+Ada:\s+Two lovely days!/,
    )
    await keepPicture(page, 'agent-compared', 'dashboard')
    await log(page).getByRole('button', { name: 'Inspect' }).first().click()
    await inspector(page).getByText('Persona').click()
    await inspector(page).getByText('Your tone: dry.').waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    expect(await page.getByLabel('Tone').inputValue()).to.equal('dry')
    expect((await read(id)).tone).to.equal('warm')
    expect((await dashboard.client.get(`/api/v1/threads?agent_id=${id}`)).body.data).to.deep.equal(
      [],
    )
    await page.getByRole('button', { name: 'Discard' }).click()
    await ask(page, 'And now?')
    await log(page).getByText('Two lovely days!').nth(1).waitFor()
    const kept = (await dashboard.client.get(`/api/v1/threads?agent_id=${id}`)).body.data
    expect(kept).to.have.length(1)
    expect(kept[0].title).to.equal('And now?')
  })

  it('show the prompt part by part while the settings are edited, without asking a model @long', async () => {
    const { id } = await makeAgent()
    const page = await dashboard.open(`/agents/${id}`)
    await page.getByLabel('Instructions').fill('Offer a call.')
    await page.getByRole('link', { name: 'Prompt' }).click()
    const prompt = page.getByRole('region', { name: 'Prompt' })
    await prompt.getByText('Offer a call.').waitFor()
    await prompt.getByLabel('Question').fill('How long does delivery take?')
    await prompt.getByText('Parcels within Germany take two days.').waitFor()
    expect(await prompt.getByText(/^About \d+ tokens in \d parts/).count()).to.equal(1)
    expect(dashboard.parley.model.requests).to.deep.equal([])
  })

  it('show both answers side by side in a wide window, in its full height, and as tabs on a phone @long', async () => {
    const { id } = await makeAgent()
    const page = await dashboard.open(`/agents/${id}`)
    const chat = page.getByRole('region', { name: 'Conversation with Ada' })
    await page.getByLabel('Tone').waitFor()
    const { y, height } = (await chat.boundingBox())!
    expect(y + height).to.be.within(850, 900)
    await page.setViewportSize({ width: 390, height: 844 })
    await chat.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Playground' }).click()
    await chat.waitFor()
    expect(await page.getByLabel('Tone').count()).to.equal(0)
  })

  it('begin with a template in a language of the widget, and ask before they replace what is written @long', async () => {
    const page = await dashboard.open('/agents/new')
    await page.getByLabel('Template language').selectOption('de')
    await page.getByRole('button', { name: 'Shop' }).click()
    await eventually(async () => (await page.getByLabel('Name').inputValue()) === 'Shop-Beratung')
    expect(await page.getByLabel('Language', { exact: true }).inputValue()).to.equal('de')
    await page.getByLabel('Name').fill('Flora')
    await page.getByRole('button', { name: 'Booking' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Name').inputValue()).to.equal('Flora')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await page.getByRole('heading', { name: 'Flora', level: 1 }).waitFor()
    const { data } = (await dashboard.client.get('/api/v1/agents?limit=1')).body
    expect(data[0]).to.include({ name: 'Flora', language: 'de', tone: 'herzlich und hilfsbereit' })
    expect(data[0].default_tasks).to.include('Rückgaben erklären')
  })

  it('show stored tasks in words, and change no task that nobody touched @long', async () => {
    const { id } = await makeAgent({ default_tasks: ['answer_questions'] })
    const page = await dashboard.open(`/agents/${id}`)
    expect(await page.getByLabel('Tasks').inputValue()).to.equal('answer questions')
    expect(await page.getByRole('button', { name: 'Answer questions' }).count()).to.equal(0)
    await page.getByLabel('Tone').fill('dry')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await read(id)).default_tasks).to.deep.equal(['answer_questions'])
  })

  it("change an agent, and show the service's refusal at the field @long", async () => {
    const { id } = await makeAgent({ tone: 'warm' })
    const page = await dashboard.open(`/agents/${id}`)
    await page.getByLabel('Tone').fill('dry')
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Another model …' })
    await page.getByLabel('Name of the model').fill('anthropic:claude')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Name of the model must start with openai:').waitFor()
    expect((await read(id)).tone).to.equal('warm')
    await page.getByLabel('Model', { exact: true }).selectOption('')
    await page.getByLabel('Fallback models').fill('openai:small\nanthropic:claude')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Fallback models must start with openai:').waitFor()
    await page.getByLabel('Fallback models').fill(' openai:small\n\nbuiltin:extractive')
    await page.getByLabel('Tasks').fill('answer questions\n\n  sell nothing ')
    await page.getByLabel('Temperature').fill('0.4')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await read(id)).to.deep.include({
      tone: 'dry',
      model: null,
      temperature: 0.4,
      default_tasks: ['answer questions', 'sell nothing'],
      fallback_models: ['openai:small', 'builtin:extractive'],
    })
    await eventually(() => page.getByRole('button', { name: 'Save' }).isDisabled())
  })

  it('ask before changes are lost by a link or by Back @long', async () => {
    const { id } = await makeAgent()
    const page = await dashboard.open('/agents')
    await page.goto(`${dashboard.client.address}/dashboard/agents`)
    await page.locator(`a[href="/dashboard/agents/${id}"]`).click()
    await page.getByLabel('Tone').fill('dry')
    await page.getByRole('link', { name: 'Knowledge' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Tone').inputValue()).to.equal('dry')
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    expect((await read(id)).tone).to.equal(null)
  })

  it("let two people who edit the same agent never overwrite each other's changes unseen @long", async () => {
    const { id } = await makeAgent({ tone: 'warm', description: 'Old' })
    const [one, other] = [
      await dashboard.open(`/agents/${id}`),
      await dashboard.open(`/agents/${id}`),
    ]
    await other.getByLabel('Tone').fill('formal')
    await other.getByLabel('Instructions').fill('Be brief.')
    await one.getByLabel('Tone').fill('dry')
    await one.getByLabel('Description').fill('New')
    await one.getByRole('button', { name: 'Save' }).click()
    await one.getByText('Saved.').waitFor()
    await other.getByRole('button', { name: 'Save' }).click()
    const notice = other.getByRole('alert')
    await notice.getByText('Somebody else has changed this agent').waitFor()
    expect(await notice.locator('.conflicts > li').allInnerTexts()).to.have.length(1)
    expect(await notice.innerText()).to.match(/Tone\s+Theirs \(saved\)\s+dry\s+Yours\s+formal/)
    expect(await read(id)).to.include({ tone: 'dry', description: 'New', instructions: null })
    expect(await other.getByLabel('Description').inputValue()).to.equal('New')
    await keepPicture(other, 'agent-conflict-light', 'dashboard')
    await notice.getByRole('button', { name: 'Use theirs' }).click()
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByText('Saved.').waitFor()
    expect(await read(id)).to.include({
      tone: 'dry',
      description: 'New',
      instructions: 'Be brief.',
    })
  })

  it('deactivate an agent after saying what follows, and activate it again @long', async () => {
    const { id } = await makeAgent()
    const { id: conversation } = await dashboard.client.makeConversation({ agent_id: id })
    const page = await dashboard.open(`/agents/${id}/playground`)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate Ada?' })
    await dialog.getByText('stops answering').waitFor()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Ada is inactive. Activate it to try it.').waitFor()
    expect(await page.getByLabel('Your question').count()).to.equal(0)
    expect((await dashboard.client.say(conversation, 'Hi')).body.code).to.equal('agent_inactive')
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByLabel('Your question').waitFor()
    expect((await dashboard.client.say(conversation, 'Hi')).status).to.equal(201)
  })

  it('offer to deactivate an agent instead of deleting it @long', async () => {
    const { id } = await makeAgent({ name: 'Retired' })
    const { id: conversation } = await dashboard.client.makeConversation({ agent_id: id })
    const page = await dashboard.open(`/agents/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Deactivate instead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate Retired?' })
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
    expect((await read(id)).is_active).to.equal(false)
    expect((await dashboard.client.get(`/api/v1/conversations/${conversation}`)).status).to.equal(
      200,
    )
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Retired?' }).waitFor()
    expect(await page.getByRole('button', { name: 'Deactivate instead' }).count()).to.equal(0)
  })

  it('delete an agent after its name is typed @long', async () => {
    const { id } = await makeAgent({ name: 'Short-lived' })
    await dashboard.client.makeConversation({ agent_id: id })
    const page = await dashboard.open(`/agents/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 conversation and 0 sessions').waitFor()
    const remove = dialog.getByRole('button', { name: 'Delete agent' })
    await dialog.getByRole('textbox').fill('Short')
    expect(await remove.isDisabled()).to.equal(true)
    await dialog.getByRole('textbox').fill('Short-lived')
    await remove.click()
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    expect((await dashboard.client.get(`/api/v1/agents/${id}`)).status).to.equal(404)
  })

  it('let a viewer look, but neither change nor ask @long', async () => {
    const { id } = await makeAgent({ tone: 'warm' })
    const editor = await dashboard.open(`/agents/${id}/playground`)
    await ask(editor, 'How long does delivery take?')
    await answered(editor)
    const page = await dashboard.open('/agents', 'viewer')
    await page.locator(`a[href="/dashboard/agents/${id}"]`).waitFor()
    expect(await page.getByRole('link', { name: 'New agent' }).count()).to.equal(0)
    await page.locator(`a[href="/dashboard/agents/${id}"]`).click()
    await page.getByText('warm').waitFor()
    for (const name of ['Save', 'Deactivate', 'Delete'])
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0)
    expect(await page.locator('main input, main textarea').count()).to.equal(0)
    await page.goto(editor.url())
    await answered(page)
    await inspector(page).getByRole('heading', { name: 'Retrieved' }).waitFor()
    expect(await page.getByLabel('Your question').count()).to.equal(0)
    await page.getByText('Owners and editors can try').waitFor()
  })

  it("do not continue a customer's conversation @long", async () => {
    const { id } = await makeAgent()
    const { id: conversation } = await dashboard.client.makeConversation({ agent_id: id })
    await dashboard.client.say(conversation, 'Where is my parcel?')
    const page = await dashboard.open(`/agents/${id}/playground?conversation=${conversation}`)
    await log(page).getByText('Where is my parcel?').waitFor()
    expect(await page.getByLabel('Your question').count()).to.equal(0)
    await page.getByText('This conversation started elsewhere').waitFor()
  })

  it('show what a model wrote to search for, or why it was not asked @long', async () => {
    const written = await startDashboard({ QUERY_MODEL: 'openai:writer' })
    try {
      const { client, parley } = written
      await client.post('/api/v1/knowledge/qa', {
        question: 'How long does delivery take?',
        answer: ANSWER,
      })
      const { id } = await client.makeAgent()
      const page = await written.open(`/agents/${id}/playground`)
      parley.model.behave(({ model }) => ({
        text: model === 'writer' ? '{"queries":["delivery time"]}' : 'Two days [1].',
      }))
      await ask(page, 'Wie lange dauert der Versand?')
      await answered(page)
      await inspector(page)
        .getByText(/^Also searched for, as openai:writer wrote in \d+ ms: “delivery time”$/)
        .waitFor()
      await ask(page, 'How long does delivery take?')
      await inspector(page)
        .getByText('openai:writer was not asked for queries: a Q/A pair has the same question.')
        .waitFor()
      expect(written.complaints).to.deep.equal([])
    } finally {
      await written.stop()
    }
  })

  it('offer only the options that a model accepts, and show replies of a service without room for streams @long', async () => {
    const crowded = await startDashboard({ MAX_WAITERS: '0', LLM_MODEL: 'builtin:extractive' })
    try {
      const { client } = crowded
      await client.post('/api/v1/knowledge/qa', {
        question: 'How long does delivery take?',
        answer: ANSWER,
      })
      const { id } = await client.makeAgent({ name: 'Clerk' })
      const page = await crowded.open(`/agents/${id}`)
      await page.getByText('Answers with sentences from your knowledge').waitFor()
      expect(await page.getByLabel('Temperature').count()).to.equal(0)
      await page.getByRole('link', { name: 'Inspector' }).click()
      await ask(page, 'How long does delivery take?')
      await answered(page)
      expect(await log(page).innerText()).to.contain('Parcels within Germany take two days.')
      await inspector(page).getByText('builtin:extractive').waitFor()
      // The inbox's badge follows a stream as well, and can do without it.
      expect(crowded.complaints.filter((complaint) => !complaint.includes('503'))).to.deep.equal([])
    } finally {
      await crowded.stop()
    }
  })

  for (const [look, options] of Object.entries({ ...LOOKS, ...WINDOWS }))
    it(`have no fault that axe finds, and fit the window, ${look} @long`, async () => {
      const { id } = await makeAgent({
        name: 'Lena',
        language: 'de',
        description: 'Helps the customers of Greenleaf with orders.',
        greeting: 'Hello! How can I help?',
      })
      const page = await dashboard.open(`/agents/${id}/playground`, 'owner', options)
      await ask(page, 'How long does delivery take?')
      await answered(page)
      await inspector(page).getByRole('heading', { name: 'Prompt' }).waitFor()
      await inspector(page).locator('.prompt summary').nth(1).click()
      const looked = async (name: string) => {
        await page.evaluate('scrollTo(0, 0)')
        if (look in LOOKS) await expectAccessible(page, name)
        await keepPicture(page, `${name}-${look}`, 'dashboard')
        const [wide, room] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )
        expect(wide, `${name} scrolls sideways`).to.be.at.most(room)
      }
      await looked('agent-playground')
      for (const [path, heading] of [
        ['/agents', 'Agents'],
        ['/agents/new', 'New agent'],
        [`/agents/${id}`, 'Lena'],
        [`/agents/${id}/prompt`, 'Lena'],
      ]) {
        await page.goto(`${dashboard.client.address}/dashboard${path}`)
        await page.getByRole('heading', { name: heading!, level: 1 }).waitFor()
        await page.locator('.table, .form, .prompt').first().waitFor()
        const names = {
          '/agents': 'agents',
          '/agents/new': 'agent-new',
          [`/agents/${id}`]: 'agent-edit',
        }
        await looked(names[path!] ?? 'agent-prompt')
      }
      await page.getByRole('button', { name: 'Delete' }).click()
      await looked('agent-delete')
      expect(dashboard.complaints).to.deep.equal([])
    })
})
