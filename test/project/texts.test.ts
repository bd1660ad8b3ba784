import { expect } from 'chai'
import { namesIn, readCatalog } from '../../web/texts/catalog.ts'
import { codeIn, messagesIn, messagesOf, untranslatedIn } from '../../web/texts/source.ts'

const DASHBOARD = 'web/dashboard'
const GERMAN = `${DASHBOARD}/lib/locales/de.po`

/** Files, or folders of files, whose texts do not go through t() and rich(). */
const NOT_YET: readonly string[] = []

describe('the texts of the dashboard', () => {
  it('are collected from the code, with those that no catalog can translate', () => {
    const code = `
      showToast(t('Saved.')); showToast('Sent.')
      const far = \`\${done} of \${all} rows added\`
      const label = name || \`Column \${number}\`
      const COLUMNS = [{ name: 'Browser' }, { name: t('Name') }]
      const page = <Page title="Members" about={t('You and {name}.', { name: name ?? 'nobody' })}>
        {isBusy ? 'Busy' : rich('Read <a>it</a>.', { a: (words) => <b>{words}</b> })} <code>GET /it</code>
        Plain {count} <input name="email" class="input" aria-label={\`Of \${name}\`} />
      </Page>`
    expect(messagesIn('sample.tsx', code)).to.have.members([
      'Saved.',
      'Name',
      'You and {name}.',
      'Read <a>it</a>.',
    ])
    expect(untranslatedIn('sample.tsx', code)).to.have.members([
      'Sent.',
      'of   rows added',
      'Column',
      'Browser',
      'Members',
      'nobody',
      'Busy',
      'Plain',
      'Of',
    ])
    expect(() => messagesIn('sample.ts', 't(message)')).to.throw('one plain string')
  })

  it('are all in the German catalog, which has no others (npm run texts)', () => {
    const catalog = readCatalog(GERMAN)
    const messages = [...messagesOf(DASHBOARD).keys()]
    expect(messages.filter((message) => !catalog.get(message))).to.deep.equal([])
    expect([...catalog.keys()].filter((message) => !messages.includes(message))).to.deep.equal([])
  })

  it('have the same placeholders and elements in German', () => {
    const differing = [...readCatalog(GERMAN)].filter(
      ([message, german]) => german && namesIn(message).join() !== namesIn(german).join(),
    )
    expect(differing).to.deep.equal([])
  })

  it('all go through t() or rich()', () => {
    const isListed = (name: string) =>
      NOT_YET.find((listed) => name === listed || name.startsWith(`${listed}/`))
    const found = codeIn(DASHBOARD)
      .map(({ name, code }) => ({ name, texts: untranslatedIn(name, code) }))
      .filter(({ texts }) => texts.length > 0)
    expect(found.filter(({ name }) => !isListed(name))).to.deep.equal([])
    const stale = NOT_YET.filter((listed) => !found.some(({ name }) => isListed(name) === listed))
    expect(stale, 'these are converted: take them off the list').to.deep.equal([])
  })
})
