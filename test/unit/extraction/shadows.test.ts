import { expect } from 'chai'
import { readHtml } from '../../../workers/extraction/html/html.ts'

const textOf = async (body: string, head = '') =>
  (
    await readHtml(
      `<html><head>${head}</head><body><main><p>Cabins.</p>${body}</main></body></html>`,
    )
  ).text.replace(/\s+/g, ' ')
const root = (content: string, mode = 'shadowrootmode="open"') =>
  `<template ${mode}>${content}</template>`

describe('a declarative shadow root', () => {
  it('is read in its place', async () => {
    for (const mode of ['open', 'closed', 'OPEN'])
      for (const host of ['price-card', 'div', 'section'])
        expect(
          await textOf(
            `<${host}>${root('<p>143 euros.</p>', `shadowrootmode="${mode}"`)}</${host}><p>End.</p>`,
          ),
        ).to.equal('Cabins. 143 euros. End.')
  })

  it("has its host's content in its slots, or their own", async () => {
    const card =
      '<h2><slot name="title">No title</slot></h2><div><slot></slot></div><p><slot name="end">Ask us.</slot></p>'
    expect(
      await textOf(
        `<x-card>${root(card)}It has <b>two</b> rooms.<span slot="title">The lake</span><i slot="other">Gone.</i></x-card>`,
      ),
    ).to.equal('Cabins. ## The lake It has two rooms. Ask us.')
  })

  it('may contain others', async () => {
    const inner = `<x-price>${root('<b><slot></slot> euros</b>')}143</x-price>`
    expect(await textOf(`<x-card>${root(`<p>Costs ${inner}.</p>`)}</x-card>`)).to.equal(
      'Cabins. Costs 143 euros.',
    )
  })

  it("has sheets of its own, and is not hidden by the page's", async () => {
    const own = root(
      '<style>.a{display:none}</style><p class="a">Ignore.</p><p class="b">Seen.</p><slot></slot>',
    )
    expect(
      await textOf(
        `<x-card>${own}<p class="a">Slotted.</p><p class="b">Ignore.</p></x-card><p class="a">After.</p>`,
        '<style>.b{display:none}</style>',
      ),
    ).to.equal('Cabins. Seen. Slotted. After.')
    expect(await textOf(`<x-card hidden>${root('<p>Ignore.</p>')}</x-card>`)).to.equal('Cabins.')
  })

  it('is hidden if its own sheet always hides its host', async () => {
    const card = (css: string) => `<x-card>${root(`<style>${css}</style><p>Text.</p>`)}</x-card>`
    expect(await textOf(card(':host { display: none }'))).to.equal('Cabins.')
    expect(await textOf(card(':host { display: block }'))).to.equal('Cabins. Text.')
    const opened = ':host { display: none } :host([open]) { display: block }'
    expect(await textOf(card(opened))).to.equal('Cabins. Text.')
  })

  it('opens its closed panels', async () => {
    const faq = root('<button>How long?</button><div hidden><slot></slot></div>')
    expect(await textOf(`<faq-item>${faq}<p>31 months.</p></faq-item>`)).to.contain('31 months.')
  })

  it('is no other template, and no second one', async () => {
    expect(
      await textOf(
        `<x-a>${root('Ignore.', '')}</x-a><x-a>${root('Ignore.', 'shadowrootmode="x"')}</x-a>
         <ul>${root('Ignore.')}</ul><x-a>${root('<p>Seen.</p>')}${root('Ignore.')}</x-a>`,
      ),
    ).to.equal('Cabins. Seen.')
  })
})
