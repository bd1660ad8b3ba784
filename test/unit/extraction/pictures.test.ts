import { expect } from 'chai'
import { readHtml } from '../../../workers/extraction/html/html.ts'

const textOf = async (body: string) =>
  (
    await readHtml(
      `<html><body><main><h1>Cabins</h1><p>At the lake.</p>${body}</main></body></html>`,
    )
  ).text
    .replace(/\s+/g, ' ')
    .replace('# Cabins At the lake.', '')
    .trim()

const CHART = 'Chart of the channel, depth 27 fathoms'

describe('the alternative text of a picture', function () {
  this.timeout(120_000)
  for (const picture of [
    `<img src="a.png" alt="${CHART}">`,
    `<p><img src="data:image/png;base64,iVBORw0" alt=" ${CHART} "></p>`,
    `<figure><img alt="${CHART}"></figure>`,
    `<picture><source srcset="a.webp"><img alt="${CHART}" width="640" height="480"></picture>`,
    `<a href="a.JPG?x=1"><img alt="${CHART}"></a>`,
    `<svg aria-label="${CHART}"><path d="M0 0"/></svg>`,
    `<svg role="img" aria-labelledby="t"><title id="t">${CHART}</title><text>27</text></svg>`,
    `<svg><title>Chart of the channel</title><desc>depth 27 fathoms</desc></svg>`,
    `<div role="img" aria-label="${CHART}"><span>27</span></div>`,
    `<ul><li><img alt="${CHART}"></ul>`,
  ])
    it(`is read of ${picture}`, async () =>
      expect((await textOf(picture)).replace(/^\* /, '').replace(':', ',')).to.equal(CHART))

  it('stands in its place', async () => {
    expect(await textOf('<p>Press <img alt="the red button below"> twice.</p>')).to.equal(
      'Press the red button below twice.',
    )
    expect(
      await textOf(
        `<figure><img alt="${CHART}"><figcaption>Drawn in 1913.</figcaption></figure>End.`,
      ),
    ).to.equal(`${CHART} Drawn in 1913. End.`)
    expect(
      await textOf(`<table><tr><th>Place<th>Map<tr><td>Skerry<td><img alt="${CHART}"></table>`),
    ).to.equal(`Place: Skerry; Map: ${CHART}`)
  })

  it('is read in other writings', async () => {
    for (const alternative of ['灯台から見た港の地図', 'Карта пролива, глубина 27 саженей'])
      expect(await textOf(`<img alt="${alternative}">`)).to.equal(alternative)
  })

  for (const picture of [
    '<img src="a.png">',
    '<img alt="">',
    '<img alt="image">',
    '<img alt="IMG_2041.JPG">',
    '<img alt="lake cabin in summer.jpeg">',
    '<img alt="hero-banner-2">',
    '<img alt="Logo of Rowe and Sons">',
    '<img alt="Click to enlarge image">',
    '<img alt="This image has an empty alt attribute; its file name is a.png">',
    `<img alt="${CHART}" width="1" height="1">`,
    `<img alt="${CHART}" style="width:1px;height:1px">`,
    `<svg style="position:absolute;width:0;height:0"><title>${CHART}</title></svg>`,
    `<img alt="${CHART}" role="presentation">`,
    `<img alt="${CHART}" hidden>`,
    `<img alt="${CHART}" style="display:none">`,
    `<span aria-hidden="true"><img alt="${CHART}"></span>`,
    `<nav><img alt="${CHART}"></nav>`,
    `<a href="/home"><img alt="Back to the start"></a>`,
    '<img alt="Free of all charges">'.repeat(3),
    '<svg aria-hidden="true"><title>Arrow to the right</title></svg>',
    '<svg><text>Arrow to the right</text></svg>',
  ])
    it(`is not read if it is a decoration: ${picture.slice(0, 80)}`, async () =>
      expect(await textOf(picture)).to.equal(''))

  it('is read once, and not if the page says it anyway', async () => {
    expect(await textOf(`<img alt="${CHART}"><img alt="${CHART}">`)).to.equal(CHART)
    const caption = `<figure><img alt="${CHART}"><figcaption>${CHART}.</figcaption></figure>`
    expect(await textOf(caption)).to.equal(`${CHART}.`)
  })
})
