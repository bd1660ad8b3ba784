import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { COMMANDS } from '../../cli/admin/commands.ts'
import { putAuthenticator, readAuthenticator } from '../../shared/people/authenticators.ts'
import {
  isSingleSignOnRequired,
  newSingleSignOnId,
  putSingleSignOn,
} from '../../shared/people/singleSignOn.ts'
import { Client, eventually } from '../support/http/client.ts'
import { type Parley, startParley } from '../support/product/parley.ts'
import { bareEnvironment } from '../support/product/processes.ts'
import { makeDatabase } from '../support/servers/servers.ts'

const shell = promisify(execFile)

describe('the admin tool', function () {
  let parley: Parley
  before(async () => {
    const settings = { MINT_MINUTE_LIMIT: '100000', TIME_SCALE: '0.2' }
    parley = await startParley({ backend: 'postgres', workers: false, settings })
  })
  after(() => parley.stop())

  const admin = (...args: string[]) =>
    shell('node', ['dist/cli/admin.js', ...args], {
      env: { ...bareEnvironment(), DATABASE_URL: parley.env.DATABASE_URL },
    })
  const adminJson = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).stdout)
  const clientWith = ({ organization_id, client_id, client_secret }: any) =>
    new Client(parley.client.address, { organization_id, client_id, secret: client_secret })
  const statusOf = async (made: any) => (await clientWith(made).get('/api/v1/agents')).status

  it('creates an organization with an application, and prints one JSON object', async () => {
    const made = await adminJson(
      'create-application',
      '--organization',
      'ACME',
      '--origin',
      'https://a.example',
      '--origin',
      'https://*.b.example',
      '--hourly-limit',
      '500',
    )
    expect(made).to.have.all.keys('organization_id', 'application_id', 'client_id', 'client_secret')
    expect(await statusOf(made)).to.equal(200)
    const application = await parley.db('applications').where({ id: made.application_id }).first()
    expect(application.allowed_origins).to.deep.equal(['https://a.example', 'https://*.b.example'])
    const organization = await parley
      .db('organizations')
      .where({ id: made.organization_id })
      .first()
    expect(organization).to.include({ name: 'ACME', hourly_limit: 500 })
  })

  it('lets in a user who lost their app, and users whose identity provider fails @long', async () => {
    const { organization_id } = await adminJson('create-application', '--organization', 'Zenith')
    const email = 'lost@example.com'
    const { user_id: id } = await adminJson(
      'create-user',
      '--organization',
      'Zenith',
      '--email',
      email,
    )
    const own = { id, organization_id }
    await putAuthenticator(parley.db, own, 'sealed', 0, [])
    await putSingleSignOn(parley.db, organization_id, newSingleSignOnId(), {
      issuer: 'https://login.example.com',
      client_id: 'parley',
      sealed_client_secret: 'sealed',
      client_secret_hint: '',
      domains: ['example.com'],
      role_claim: null,
      roles: {},
      default_role: null,
      is_required: true,
    })
    const lost = ['remove-authenticator', '--email', email]
    expect((await adminJson(...lost)).removed).to.equal(true)
    expect((await adminJson(...lost)).removed).to.equal(false)
    expect(await readAuthenticator(parley.db, own)).to.equal(undefined)
    const failing = ['allow-passwords', '--organization', 'Zenith']
    expect((await adminJson(...failing)).changed).to.equal(true)
    expect((await adminJson(...failing)).changed).to.equal(false)
    expect(await isSingleSignOnRequired(parley.db, organization_id)).to.equal(false)
    const events = await parley
      .db('audit_events')
      .where({ organization_id, actor_kind: 'admin_tool' })
    expect(events.map(({ action }) => action)).to.include.members([
      'user.second_factor_removed',
      'single_sign_on.changed',
    ])
  })

  it('invites by a link that works, resets passwords, and audits both @long', async () => {
    const { organization_id } = await adminJson('create-application', '--organization', 'Guests')
    const guest = ['--organization', 'Guests', '--email', 'guest@example.com']
    const { link } = await adminJson('invite', ...guest, '--address', 'https://chat.example.com')
    expect(link).to.match(/^https:\/\/chat\.example\.com\/dashboard\/invitation#[\w-]{43}$/)
    const post = (path: string, body: object) =>
      fetch(parley.client.address + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const token = new URL(link).hash.slice(1)
    const accepted = await post('/api/v1/invitations/accept', {
      token,
      password: 'four words nobody expects',
    })
    expect(accepted.status).to.equal(201)
    const { password } = await adminJson('reset-password', '--email', 'GUEST@example.com')
    const sessions = parley.db('dashboard_sessions').where({ organization_id })
    expect(await sessions).to.deep.equal([])
    const signedIn = await post('/dashboard/session', { email: 'guest@example.com', password })
    expect(signedIn.status).to.equal(201)
    const events = await parley
      .db('audit_events')
      .where({ organization_id, actor_kind: 'admin_tool' })
      .orderBy('id')
    expect(events.map(({ action }) => action)).to.deep.equal([
      'application.created',
      'invitation.created',
      'user.password_changed',
    ])
  })

  it('adds a second application to an organization of the same name @long', async () => {
    const [one, two] = [
      await adminJson('create-application', '--organization', 'Twice', '--hourly-limit', '7'),
      await adminJson('create-application', '--organization', 'Twice', '--name', 'Second'),
    ]
    expect(two.organization_id).to.equal(one.organization_id)
    expect(two.client_id).not.to.equal(one.client_id)
    const organization = await parley.db('organizations').where({ id: one.organization_id }).first()
    expect(organization.hourly_limit).to.equal(7)
  })

  it('rotates a secret: the new one works at once, the old one until its grace is over @long', async () => {
    const made = await adminJson('create-application', '--organization', 'Rotating')
    const rotated = await adminJson('rotate-secret', '--client-id', made.client_id)
    expect(rotated.grace_hours).to.equal(24)
    expect(await statusOf(made)).to.equal(200)
    await eventually(
      async () => (await statusOf({ ...made, client_secret: rotated.client_secret })) === 200,
      60,
    )
    const again = await adminJson(
      'rotate-secret',
      '--client-id',
      made.client_id,
      '--grace-hours',
      '0',
    )
    await eventually(async () => (await statusOf(made)) === 401, 60)
    expect(await statusOf({ ...made, client_secret: rotated.client_secret })).to.equal(401)
    expect(await statusOf({ ...made, client_secret: again.client_secret })).to.equal(200)
  })

  it('revokes one secret by its last characters, or all, within 5 seconds @long', async () => {
    const made = await adminJson('create-application', '--organization', 'Revoking')
    const { client_secret } = await adminJson('rotate-secret', '--client-id', made.client_id)
    expect(await statusOf(made)).to.equal(200)
    const ending = `--secret-ending=${made.client_secret.slice(-4)}`
    expect(
      (await adminJson('revoke-secret', '--client-id', made.client_id, ending)).revoked,
    ).to.equal(1)
    await eventually(async () => (await statusOf(made)) === 401, 60)
    expect(await statusOf({ ...made, client_secret })).to.equal(200)
    await adminJson('revoke-secret', '--client-id', made.client_id)
    await eventually(async () => (await statusOf({ ...made, client_secret })) === 401, 60)
  })

  it("sets an organization's limit and takes it back to the default @long", async () => {
    const made = await adminJson('create-application', '--organization', 'Limited')
    expect(
      await adminJson('set-limit', '--organization', 'Limited', '--hourly-limit', '9'),
    ).to.deep.equal({
      organization_id: made.organization_id,
      hourly_limit: 9,
    })
    expect(
      (await adminJson('set-limit', '--organization', made.organization_id, '--default'))
        .hourly_limit,
    ).to.equal(null)
  })

  it("shortens an organization's retention, and takes that back @long", async () => {
    const { organization_id } = await adminJson('create-application', '--organization', 'Keeping')
    const set = async (...days: string[]) =>
      (await adminJson('set-retention', '--organization', 'Keeping', ...days)).retention
    const none = { trace_days: null, request_log_days: null, analytics_days: null }
    const kept = { ...none, message_days: 90, audit_days: 730 }
    expect(await set('--messages', '90', '--audit', '730')).to.deep.equal(kept)
    expect(await set('--messages', 'default')).to.deep.equal({ ...kept, message_days: null })
    expect(await adminJson('chores')).to.have.property('chores')
    const events = await parley
      .db('audit_events')
      .where({ organization_id, action: 'organization.changed' })
    expect(events).to.have.length(2)
  })

  it('prints lists for people and for programs, and never shows a secret @long', async () => {
    const made = await adminJson('create-application', '--organization', 'Listed')
    const forPeople = (await admin('list')).stdout
    const forPrograms = (await admin('list', '--json')).stdout
    for (const text of [forPeople, forPrograms]) {
      expect(text).to.contain('Listed').and.to.contain(made.client_id)
      expect(text).not.to.contain(made.client_secret)
    }
  })

  it('lists its commands when it is called without a command, and by --help @long', async () => {
    const { stdout } = await admin()
    expect(stdout).to.match(
      /^Manages organizations, .*\n\nUsage\n {2}npm run --silent admin -- COMMAND/,
    )
    expect((await admin('--help')).stdout).to.equal(stdout)
    const { stdout: one } = await admin('create-user', '--help')
    expect(one).to.match(/^ {2}--organization NAME +the organization, .* \(required\)$/m)
    expect((await admin('help', 'create-user')).stdout).to.equal(one)
  })

  it('has examples in its help that work when they are pasted, on the demo data @long', async function () {
    // The test starts seventeen processes.
    this.timeout(300_000)
    const { url, drop } = await makeDatabase()
    const env = { ...bareEnvironment(), DATABASE_URL: url }
    const run = (args: string) => shell('sh', ['-c', `node dist/cli/admin.js ${args}`], { env })
    try {
      await run('create-application --organization Demo')
      await run('create-user --organization Demo --email owner@demo.example')
      await Promise.all(
        Object.values(COMMANDS).map(async ({ examples }) => {
          for (const example of examples)
            expect((await run(example)).stdout, example).to.match(/\w/)
        }),
      )
    } finally {
      await drop()
    }
  })

  it("uses an organization's only application, and asks which if there are several @long", async () => {
    const { client_id } = await adminJson('create-application', '--organization', 'Units')
    const rotated = await adminJson('rotate-secret', '--organization', 'Units')
    expect(rotated.client_id).to.equal(client_id)
    await adminJson('create-application', '--organization', 'Units')
    const which = await admin('revoke-secret', '--organization', 'Units').catch((error) => error)
    expect(which).to.include({ code: 2 })
    expect(which.stderr).to.contain('say which with --client-id').and.contain(client_id)
  })

  it('prints for people without --json @long', async () => {
    const { stdout } = await admin('create-application', '--organization', 'For people')
    expect(stdout).to.match(
      /client id {6}app_\w+\n {2}client secret {2}sk_[\w-]+\nKeep the secret now/,
    )
  })

  const MISTAKES: [string, string[], string][] = [
    ['no organization', ['create-application'], '--organization is missing'],
    ['an unknown option', ['list', '--colour'], "Unknown option '--colour'"],
    [
      'an option that another command takes',
      ['list', '--email', 'a@b.c'],
      "Unknown option '--email'.\nExample: npm run --silent admin -- list",
    ],
    ['a slip in an option', ['create-user', '--organisation', 'X'], 'Did you mean --organization?'],
    ['an argument that is no option', ['list', 'all'], 'list takes options alone, and not all.'],
    ['an unknown command', ['destroy'], 'There is no command destroy. `npm run'],
    ['the beginning of a command', ['lis'], 'Did you mean list?'],
    ['a slip of the keyboard', ['creat-aplication'], 'Did you mean create-application?'],
    [
      'a limit that is no number',
      ['create-application', '--organization', 'X', '--hourly-limit', 'ten'],
      'must be a whole number from 1',
    ],
    [
      'an origin with a path',
      ['create-application', '--organization', 'X', '--origin', 'https://a.example/shop'],
      'write https://a.example',
    ],
    [
      'an unknown client id',
      ['rotate-secret', '--client-id', 'app_nobody'],
      'no application with this client id',
    ],
    [
      'days that are none',
      ['set-retention', '--organization', 'Keeping', '--messages', '0'],
      'a whole number of days',
    ],
    [
      'an unknown organization',
      ['set-limit', '--organization', 'Nobody', '--hourly-limit', '5'],
      'no organization “Nobody”',
    ],
  ]
  for (const [what, args, message] of MISTAKES)
    it(`refuses ${what} with a sentence and exit code 2 @long`, async () => {
      const failure = await admin(...args, '--json').then(
        () => undefined,
        (error) => error,
      )
      expect(failure.code).to.equal(2)
      expect(failure.stdout).to.equal('')
      expect(failure.stderr).to.contain(message)
      expect(failure.stderr).not.to.match(/\n\s+at /)
    })

  it('sets the origins whose pages may get widget tokens @long', async () => {
    const { client_id } = await adminJson('create-application', '--organization', 'Origins')
    const mint = () =>
      fetch(`${parley.client.address}/api/v1/auth/widget-token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'https://new.example' },
        body: JSON.stringify({ client_id }),
      })
    expect((await mint()).status).to.equal(403)
    await adminJson('set-origins', '--client-id', client_id, '--origin', 'https://new.example')
    await eventually(async () => (await mint()).status === 200, 60)
    await adminJson('set-origins', '--client-id', client_id)
    await eventually(async () => (await mint()).status === 403, 60)
  })

  it('creates a user who signs in with the password that it prints @long', async () => {
    await adminJson('create-application', '--organization', 'Staff')
    const made = await adminJson(
      'create-user',
      '--organization',
      'Staff',
      '--email',
      'Zoe@example.com',
      '--name',
      'Zoë Winter',
    )
    expect(made).to.include({ email: 'Zoe@example.com', name: 'Zoë Winter', role: 'owner' })
    const signIn = (email: string, password: string) =>
      fetch(`${parley.client.address}/dashboard/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    expect((await signIn('zoe@example.com', made.password)).status).to.equal(201)
    expect((await signIn('zoe@example.com', `${made.password}x`)).status).to.equal(401)
  })

  it('creates the first organization with its first user @long', async () => {
    const { url, drop } = await makeDatabase()
    const env = { ...bareEnvironment(), DATABASE_URL: url }
    const first = ['create-user', '--organization', 'First', '--email', 'zoe@example.com']
    const { stdout } = await shell('node', ['dist/cli/admin.js', ...first], { env })
    expect(stdout).to.contain('zoe@example.com may sign in as owner of First.')
    await drop()
  })

  it('refuses a second user with the same address, and an unknown role @long', async () => {
    const again = ['create-user', '--organization', 'Staff', '--email', 'zoe@EXAMPLE.com']
    const taken = await admin(...again).catch((error) => error)
    expect(taken).to.include({ code: 2 })
    expect(taken.stderr).to.contain('already')
    const typo = await admin('create-user', '--organization', 'Stuff', '--email', 'a@b.c').catch(
      (error) => error,
    )
    expect(typo.stderr).to.match(
      /There is no organization “Stuff”\. There is .*“Staff”.* Create it with/,
    )
    const unknown = await admin(...again, '--role', 'king').catch((error) => error)
    expect(unknown.stderr).to.contain('--role must be one of owner, editor, viewer')
  })
})
