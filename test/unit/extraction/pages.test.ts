import { expect } from 'chai'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'

const read = (html: string) =>
  chunksOf({ type: 'html', bytes: Buffer.from(html), charset: 'utf-8', heading: null })
const textOf = async (body: string) =>
  (await read(`<html><body>${body}</body></html>`)).chunks.map(({ text }) => text).join('\n\n')

describe('the content of a page', () => {
  it('excludes the marks by which headings link to themselves', async () => {
    for (const sign of [
      '<a href="#i">¶</a>',
      ' <a href="#i" aria-label="Permalink">#</a>',
      '<a href="#i">\u200b</a>',
      '<span><a>🔗\ufe0f</a></span>',
      ' ¶',
    ]) {
      const { title, chunks } = await read(
        `<body><main><h1>C # <a href="/x">Install</a>${sign}</h1><p>Run it.</p><h2><img></h2></main>`,
      )
      const [chunk] = chunks
      expect([title, chunk!.heading, chunk!.text], sign).to.deep.equal([
        'C # Install',
        'C # Install',
        'Run it.',
      ])
    }
  })

  const ASKS =
    '<h2>We value your privacy</h2><p>We use cookies for all we do.</p><button>Accept</button><a href="/p">More</a>'
  for (const attributes of [
    'id="cookie-banner" class="cookie-consent" role="dialog"',
    'class="js-cookieNotice"',
    'class="CookieBanner_root__x1"',
    'id="onetrust-consent-sdk"',
    'id="CybotCookiebotDialog"',
    'class="gdpr"',
    'role="alertdialog"',
    'aria-modal="true"',
  ])
    it(`excludes overlays: ${attributes}`, async () => {
      const banner = `<div ${attributes}>${ASKS}</div>`
      for (const page of [
        `${banner}<p>Parcels take three days.</p>`,
        `<main><p>Parcels take three days.</p>${banner}</main>`,
      ])
        expect(await textOf(page)).to.equal('Parcels take three days.')
      expect(await textOf(banner)).to.contain('We use cookies')
    })

  it('includes what only looks like a banner', async () => {
    for (const body of [
      '<section id="cookie-notice"><h2>Cookies</h2><p>Bake them. <a href="/x">More</a></p></section>',
      '<div class="cookie-banner-open"><main><h1>Shop</h1><p>Bake them.</p></main><button>Buy</button></div>',
      '<article class="tag-cookie-consent"><p>Bake them.</p><button>Share</button></article>',
      '<div class="cookies-recipe"><p>Bake them.</p><button>Print</button></div>',
    ])
      expect(await textOf(`<p>Parcels.</p>${body}`), body).to.contain('Bake them.')
  })

  it('includes a table with rows that are captions of those below', async () => {
    const lake = '<tr><th>Area</th><td>18 km²</td></tr><tr><th>Depth</th><td>143 m</td></tr>'
    const infobox = `<table><tr><th colspan="2">Lake Orta</th></tr><tr><td colspan="2"><img></td></tr>${lake}
      <tr><th colspan="2">Towns</th></tr><tr><th>West</th><td>Pella</td></tr></table>`
    expect(await textOf(infobox)).to.equal(
      'Lake Orta\nArea: 18 km²\nDepth: 143 m\nTowns\nWest: Pella',
    )
    const prices = `<table><tr><th colspan="2">Prices of May</th></tr><tr><th>Item<th>Price</tr>
      <tr><td>Tea<td>2</tr><tr><td colspan="2">Cold</td></tr><tr><td>Cola<td>3</tr></table>`
    expect(await textOf(prices)).to.equal(
      'Prices of May\nItem: Tea; Price: 2\nItem: Cold › Cola; Price: 3',
    )
  })
})
