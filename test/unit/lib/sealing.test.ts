import { createSecretKey, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { keyNameOf, makeSealer } from '../../../shared/lib/sealing.ts'

const SECRET = 'sk-planted-7f3a-schlüssel'
const PLACE = { organization_id: 'o1', table: 'connections', row: 'r1' }
const keyOf = (name: string) => ({ name, key: createSecretKey(randomBytes(32)) })
const [old, now] = [keyOf('2025'), keyOf('2026')]

const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a sealed secret', () => {
  const sealed = makeSealer([old]).seal(SECRET, PLACE)

  it('opens in its place, and names its key', () => {
    expect(makeSealer([old]).open(sealed, PLACE)).to.equal(SECRET)
    expect(keyNameOf(sealed)).to.equal('2025')
    expect(sealed).to.match(/^v1\.2025\.[\w-]+$/)
    const operators = { ...PLACE, organization_id: null }
    expect(makeSealer([old]).open(makeSealer([old]).seal('', operators), operators)).to.equal('')
  })

  it('has another form each time, and nothing of the secret', () => {
    const again = makeSealer([old]).seal(SECRET, PLACE)
    expect(again).not.to.equal(sealed)
    expect(Buffer.from(again.split('.')[2]!, 'base64url').includes(SECRET.slice(0, 6))).to.equal(
      false,
    )
  })

  it('opens with a key behind the first, which seals new secrets', () => {
    const sealer = makeSealer([now, old])
    expect(sealer.open(sealed, PLACE)).to.equal(SECRET)
    const anew = sealer.seal(SECRET, PLACE)
    expect(keyNameOf(anew)).to.equal(sealer.current)
    expect(makeSealer([now]).open(anew, PLACE)).to.equal(SECRET)
  })

  const elsewhere = {
    organization: { ...PLACE, organization_id: 'o2' },
    row: { ...PLACE, row: 'r2' },
    table: { ...PLACE, table: 'others' },
    'owner: the operator': { ...PLACE, organization_id: null },
  }
  for (const [name, place] of Object.entries(elsewhere))
    it(`does not open in another ${name}`, () => {
      expect(codeOf(() => makeSealer([old]).open(sealed, place))).to.equal('secret_key_missing')
    })

  it('does not open when a bit, its name or its length has changed, or with a key of the same name', () => {
    const bytes = Buffer.from(sealed.split('.')[2]!, 'base64url')
    const changed = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return `v1.2025.${copy.toString('base64url')}`
    })
    const cut = [0, 11, 12, 27, bytes.length - 1].map(
      (end) => `v1.2025.${bytes.subarray(0, end).toString('base64url')}`,
    )
    for (const wrong of [
      ...changed,
      ...cut,
      sealed.replace('2025', '2026'),
      sealed.replace('v1', 'v2'),
      '',
    ])
      expect(
        codeOf(() => makeSealer([old, now]).open(wrong, PLACE)),
        wrong,
      ).to.equal('secret_key_missing')
    expect(() => makeSealer([keyOf('2025')]).open(sealed, PLACE)).to.throw('2025')
  })

  it('needs its key, which the error names', () => {
    expect(() => makeSealer([now]).open(sealed, PLACE)).to.throw('SECRET_KEYS has no key 2025')
    expect(() => makeSealer([]).seal(SECRET, PLACE)).to.throw('set no SECRET_KEYS')
  })
})

describe('SECRET_KEYS', () => {
  const GOOD = { DATABASE_URL: 'postgresql://localhost/parley' }
  const bytes = randomBytes(32)
  const load = (SECRET_KEYS: string) => loadConfig({ ...GOOD, SECRET_KEYS }).SECRET_KEYS

  it('accept base64, base64url and hexadecimal, several keys, and a key without a name', () => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const [key] = load(`a:${bytes.toString(encoding)}`)
      expect(key!.key.export().equals(bytes), encoding).to.equal(true)
    }
    const keys = load(`a:${bytes.toString('base64')},${randomBytes(32).toString('hex')}`)
    expect(keys.map(({ name }) => name).join()).to.match(/^a,[0-9a-f]{8}$/)
    expect(loadConfig(GOOD).SECRET_KEYS).to.deep.equal([])
  })

  it('show nothing of themselves in logs', () => {
    const config = loadConfig({ ...GOOD, SECRET_KEYS: `a:${bytes.toString('base64')}` })
    const shown = inspect(config, { depth: 9 }) + JSON.stringify(config)
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(shown).not.to.contain(bytes.toString(encoding).slice(0, 20))
  })

  const refused = {
    'of 31 bytes': `a:${randomBytes(31).toString('base64')}`,
    'of 33 bytes': `a:${randomBytes(33).toString('base64')}`,
    'with a dot in its name': `a.b:${bytes.toString('base64')}`,
    'without a value': 'a:',
    'whose name is taken': `a:${bytes.toString('base64')},a:${randomBytes(32).toString('base64')}`,
  }
  for (const [name, keys] of Object.entries(refused))
    it(`refuse a key ${name}, and do not show it`, () => {
      expect(() => load(keys))
        .to.throw('SECRET_KEYS has the wrong form')
        .with.property('message')
        .that.does.not.contain(keys.slice(2) || 'nothing else')
    })
})
