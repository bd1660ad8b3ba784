import { expect } from 'chai'
import { readHtml } from '../../../workers/extraction/html/html.ts'
import { asHtml } from '../../../workers/extraction/html/xhtml.ts'

const NAMESPACE = 'xmlns="http://www.w3.org/1999/xhtml"'
const page = (body: string, head = '<title>Ferry</title>', doctype = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}<html ${NAMESPACE} xml:lang="en"><head>${head}</head><body>${body}</body></html>`
const textOf = async (source: string) => (await readHtml(source)).text.replace(/\s+/g, ' ')

describe('a page in XHTML', () => {
  it('has empty elements, which end at once', async () => {
    for (const empty of [
      '<div/>',
      '<p />',
      '<a id="top"/>',
      '<span class="x"/>',
      '<script src="x.js"/>',
      '<textarea/>',
      '<iframe src="x"/>',
      '<select/>',
      '<br></br>',
      '<aside/>',
      '<nav/>',
      '<div hidden="hidden"/>',
      '<button/>',
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
    ])
      expect(await textOf(page(`${empty}<p>It sails at nine.</p>`)), empty).to.equal(
        'It sails at nine.',
      )
    for (const head of ['<title/>', '<style/>', '<script/>', '<title/><meta name="a"/>'])
      expect(await textOf(page('<p>It sails at nine.</p>', head)), head).to.equal(
        'It sails at nine.',
      )
  })

  it('has text in CDATA, entities of HTML, and its own', async () => {
    const doctype =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x" [<!ENTITY co "Rowe &amp; Sons <b>"><!ENTITY at \'nine\'>]>'
    const body =
      '<p title="&co;"><![CDATA[5 < 6 & 7 > 2]]> &co;&nbsp;sails at&#160;&at; &eacute; &lt;now&gt;</p>'
    expect(await textOf(page(body, '<title>A</title>', doctype))).to.equal(
      '5 < 6 & 7 > 2 Rowe & Sons <b> sails at nine é <now>',
    )
  })

  it('has prefixes of any name', async () => {
    const prefixed =
      '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>Ferry</h:title></h:head><h:body><h:h1>Times</h:h1><h:p>At nine.</h:p><h:br/></h:body></h:html>'
    expect(await readHtml(prefixed)).to.deep.equal({ title: 'Ferry', text: '# Times\n\nAt nine.' })
  })

  it('has sheets and scripts in CDATA', async () => {
    const head =
      '<title>Ferry</title><style type="text/css"><![CDATA[ p > i{color:red} .x{display:none} ]]></style><script><![CDATA[ if (a < b && "</p>") run() ]]></script>'
    expect(await textOf(page('<p>At nine.</p><p class="x">Ignore.</p>', head))).to.equal('At nine.')
  })

  it('is read as HTML if it is not well-formed, as most pages of its name', async () => {
    const loose = `<!DOCTYPE html><html ${NAMESPACE}><body><p>At nine.<br><p>At ten.<script>if (a<b) run()</script></body></html>`
    expect(asHtml(loose)).to.equal(loose)
    expect(await textOf(loose)).to.equal('At nine. At ten.')
    const other = '<html><body><p>At nine.<div/></body></html>'
    expect(asHtml(other)).to.equal(other)
  })

  it('is read in bounded time and size', () => {
    const doctype = `<!DOCTYPE html [<!ENTITY a "${'b'.repeat(1_000)}">]>`
    const grown = asHtml(page('&a;'.repeat(100_000), '', doctype))
    expect(grown.length).to.be.below(12_000_000)
    asHtml(page('<a>'.repeat(50_000)))
    asHtml(page('x', '', `<!DOCTYPE html [${'<!ENTITY a '.repeat(1_000)}`))
  })
})
