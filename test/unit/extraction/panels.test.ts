import { expect } from 'chai'
import { readHtml } from '../../../workers/extraction/html/html.ts'

const textOf = async (body: string, head = '') =>
  (
    await readHtml(
      `<html><head>${head}</head><body><main><h1>Help</h1>${body}<p>Call us.</p></main></body></html>`,
    )
  ).text.replace(/\s+/g, ' ')

const ANSWER = 'The guarantee lasts 31 months.'

/** Ways to close a panel, as attributes. The class `shut` belongs to `SHEET`. */
const CLOSED = [
  'style="display:none"',
  'hidden',
  'hidden="until-found"',
  'aria-hidden="true"',
  'style="max-height: 0; overflow: hidden; transition: max-height .2s"',
  'style="height:0px;overflow:hidden"',
  'style="height:0;overflow-y:hidden"',
  'style="visibility:hidden;opacity:0"',
  'style="opacity:0"',
  'style="grid-template-rows:0fr;display:grid"',
  'style="clip-path: inset(0 0 100% 0)"',
  'style="clip-path:inset(50%)"',
  'style="transform:scaleY(0)"',
  'style="content-visibility:hidden"',
  'class="shut"',
]
const SHEET = '<style>.shut{display:none}</style>'

/** Ways in which a page opens the panel after `|`, whose attributes take the place of `_`. */
const OPENING = [
  '<button>How long is the guarantee?</button>|<div _>…</div>',
  '<h3><button aria-expanded="false">How long is the guarantee?</button></h3>|<div _><p>…</p></div>',
  '<h3 onclick="t(this)">How long is the guarantee?</h3>|<div _>…</div>',
  '<h3>How long is the guarantee?</h3>|<p _>…</p>',
  '<h3>How long is the guarantee? <i class="icon">+</i></h3>|<div _>…</div>',
  '<div><h4>How long is the guarantee?</h4><button aria-label="Open">▾</button></div>|<div _>…</div>',
  '<div tabindex="0">Guarantee</div>|<div _>…</div>',
  '<div aria-expanded="false">Guarantee</div>|<div _>…</div>',
  '<h3>Guarantee <button aria-expanded="false"><svg></svg></button></h3>|<div _>…</div>',
  '<span role="button">Guarantee</span>|<section _>…</section>',
  '<a href="#">Guarantee</a>|<div _>…</div>',
  '<a href="javascript:void(0)">Guarantee</a><br><hr>|<div _>…</div>',
  '<p><b>How long is the guarantee?</b></p>|<p _>…</p>',
  '<b>How long is the guarantee?</b><br>|<p _>…</p>',
  '<div class="head" style="cursor:pointer">Guarantee</div>|<div _>…</div>',
  '<dl><dt>Guarantee</dt>|<dd _>…</dd></dl>',
  '<div class="accordion"><h3>Guarantee</h3>|<div _>…</div></div>',
  '<div class="item"><h3>Guarantee</h3>|<div class="accordion-body" _>…</div></div>',
  '<div class="faqItem"><div class="faqTitle">Guarantee</div>|<div _>…</div></div>',
  '<details><summary>Guarantee</summary>|<div _>…</div></details>',
  '<label for="c1">Guarantee</label><input type="checkbox" id="c1">|<div _>…</div>',
  '<input type="checkbox" id="c1" hidden><label for="c1">Guarantee</label>|<div _>…</div>',
  '<button>How long is the guarantee?</button>|<div><div _>…</div></div>',
  '<div><button>How long is the guarantee?</button></div>|<div><div><p _>…</p></div></div>',
  '<button popovertarget="a">Guarantee</button><p>Or else:</p>|<div popover id="a">…</div>',
  '<button commandfor="a" command="toggle-popover">Guarantee</button><p>Or:</p>|<div popover id="a">…</div>',
  '<button data-toggle="collapse" data-target="#a">Guarantee</button><p>Or:</p>|<div id="a" _>…</div>',
  '<a data-bs-toggle="collapse" href="#a">Guarantee</a><p>Or else:</p>|<div id="a" _>…</div>',
  '<ul><li><a href="#a">Guarantee</a></li><li><a href="#b">Rent</a></li></ul>|<div id="a" _>…</div>',
  '<ul><li data-tab="tab-1">Guarantee</li><li data-tab="tab-2">Rent</li></ul>|<div id="tab-1" _>…</div>',
  '<ul><li data-w-tab="Tab 1">Guarantee</li></ul><p>Or:</p>|<div data-w-tab="Tab 1" _>…</div>',
  '<button class="tablinks" onclick="show(event, \'Terms\')">Terms</button><p>Or:</p>|<div id="Terms" class="tabcontent" _>…</div>',
  '<div class="tabs"><button class="tab">Terms</button></div><div class="tab-pane"><p>All of it.</p></div>|<div class="tab-pane" _>…</div>',
  '<ul role="tablist"><li role="tab">Terms</li></ul>|<div role="tabpanel" _>…</div>',
  '<p>We give a guarantee.</p>|<div _>…</div><button aria-expanded="false">Read more</button>',
  '<p>We give a guarantee.</p>|<div _>…</div><a href="#" class="read-more">Read more</a>',
]

describe('a closed panel', function () {
  this.timeout(120_000)
  for (const opening of OPENING)
    it(`is read where readers can open it: ${opening}`, async () => {
      for (const closed of opening.includes('_') ? CLOSED : ['']) {
        const body = opening.replace('|', '').replace(' _', ` ${closed}`).replace('…', ANSWER)
        const merged = body.replace(/class="([\w-]+)" class="shut"/, 'class="$1 shut"')
        expect(await textOf(merged, SHEET), merged).to.contain(ANSWER)
      }
    })

  it('is read with all of its parts, each time in its place', async () => {
    const two =
      '<h3>Which parts?</h3><p hidden>The motor.</p><p hidden>The frame.</p><h3>How long?</h3><p hidden>A year.</p>'
    expect(await textOf(two)).to.equal(
      '# Help ### Which parts? The motor. The frame. ### How long? A year. Call us.',
    )
  })

  for (const body of [
    '<p>We ship.</p><div _>…</div>',
    '<h2>Shipping</h2><div _>…</div>',
    '<p>Are you ready? Then call us at once.</p><div _>…</div>',
    '<p>Is it late. Are you ready?</p><div _>…</div>',
    '<div _>…</div><p>We ship.</p>',
    '<a href="/terms">Terms</a><div _>…</div>',
    '<button>Copy</button><span _>…</span>',
    '<button type="submit">Send</button><div _>…</div>',
    '<button aria-haspopup="true">Products</button><div _>…</div>',
    '<button class="nav-toggle">Menu</button><ul _><li><a href="/a">Shoes</a></li><li><a href="/b">Hats</a></li><li><a href="/c">Bags of …</a></li></ul>',
    '<button>Menu</button><nav _>…</nav>',
    '<button data-bs-toggle="modal" data-bs-target="#a">Book</button><div class="modal" id="a" _>…</div>',
    '<a href="#login-modal">Sign in</a><div id="login-modal" _>…</div>',
    '<button>Add</button><div class="toast success" _>…</div>',
    '<button>Add</button><div role="status" _>…</div>',
    '<button>How long?</button><i class="icon" aria-hidden="true">…</i>',
    '<button>How long?</button><div style="position:absolute;left:-9999px">…</div>',
    '<button>How long?</button><div style="color:white">…</div>',
    '<button>How long?</button><div style="font-size:0">…</div>',
    '<button>How long?</button><div style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">…</div>',
    '<h3>How long?</h3><div style="position:absolute;width:1px;height:1px;overflow:hidden">…</div>',
    '<details><summary>How long?</summary>A year.</details><div _>…</div>',
    '<details><summary>Guarantee</summary>A year.</details><div _>…</div>',
    '<div class="item"><button>How long?</button><div _>A year.</div></div><div _>…</div>',
    '<h3>Need help?</h3><div class="modal fade" _>…</div>',
    '<h3>Do we use cookies?</h3><div class="cookie-consent" _>…</div>',
    '<p>Are you human?</p><div class="hp-field" _>…</div>',
    '<p>How long?</p><div id="tpl" _>…</div>',
    '<ul class="menu"><li><a href="#">Products</a><div class="mega-panel" _>…</div></li></ul>',
    '<button hidden>How long?</button><div _>…</div>',
    '<button style="opacity:0">How long?</button><div _>…</div>',
    '<div hidden><button>How long?</button><div>…</div></div>',
    '<button>How long?</button><template>…</template>',
    '<button>How long?</button><noscript>…</noscript>',
    '<button>How long?</button><div><p>A year.</p><p _>…</p></div>',
    '<button>How long?</button><p>A year.</p><p _>…</p>',
    `<p>${'We ship, and we ship. '.repeat(20)}Do you?</p><div _>…</div>`,
  ])
    it(`is no hidden text that nothing opens: ${body.slice(0, 120)}`, async () => {
      const hidden = 'style="display:none"'
      const page = body.replaceAll(' _', ` ${hidden}`).replace('…', ANSWER)
      expect(await textOf(page), page).not.to.contain(ANSWER)
    })

  it('is read from a `nav` that answers a question, as Webflow writes it', async () => {
    const toggle = '<div class="w-dropdown-toggle"><div>How long is the guarantee?</div></div>'
    const panel = (inner: string) => `<nav class="w-dropdown-list">${inner}</nav>`
    expect(await textOf(toggle + panel(`<p>${ANSWER}</p>`))).to.contain(ANSWER)
    expect(await textOf(`<p>More?</p>${panel('<a href="/a">Hats</a>')}`)).not.to.contain('Hats')
  })

  it('is found in linear time, however many there are and however deep', async () => {
    const many = '<button>How long?</button><div hidden>A year.</div>'.repeat(500)
    expect(await textOf(many)).to.contain('A year.')
    for (const part of [
      '<i hidden>x</i>',
      '<b><i hidden>x</i>',
      '<div><button>a</button><p hidden>',
    ])
      await textOf(part.repeat(part.startsWith('<i') ? 2_000 : 100))
  })
})
