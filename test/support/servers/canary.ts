import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ALARM } from '../browser/payloads.ts'

/** A server that no test has a reason to call. */
export interface Canary {
  url: string
  /** The requests that it received nevertheless. */
  heard: string[]
  close(): Promise<void>
}

export async function startCanary(): Promise<Canary> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * Collects everything that wrongly runs, opens or is requested on a page. Takes effect with the
 * next load.
 */
export async function watchAttacks(page: Page, allowed: readonly string[]): Promise<string[]> {
  const attacks: string[] = []
  await page.exposeFunction(ALARM, (number: unknown) => attacks.push(`${ALARM}(${number})`))
  page.on('dialog', (dialog) => {
    attacks.push(`a dialog says ${dialog.message()}`)
    dialog.dismiss()
  })
  page.on('popup', (popup) => attacks.push(`opened ${popup.url()}`))
  page.on('request', (request) => {
    if (!allowed.includes(new URL(request.url()).origin)) attacks.push(`asked for ${request.url()}`)
  })
  page.on('framenavigated', (frame) => {
    if (!allowed.includes(new URL(frame.url()).origin)) attacks.push(`went to ${frame.url()}`)
  })
  return attacks
}

/**
 * The only elements that the widget makes. None of them runs or loads anything, and its form goes
 * nowhere.
 */
const ELEMENTS =
  'a b blockquote br button code div em form i input li ol p path pre span strong svg table tbody td textarea th thead tr ul'.split(
    ' ',
  )

interface Found {
  elements: string[]
  attributes: string[]
  links: { href: string; rel: string; target: string }[]
  outside: string[]
}

/**
 * Checks the widget's elements, attributes and links on a page whose body is `body`, and that it
 * changed nothing outside itself.
 * @returns the number of its links
 */
export async function expectHarmless(page: Page, body: string): Promise<number> {
  const found = await page.evaluate<Found>(`(() => {
    const host = document.querySelector('parley-widget')
    const all = [...host.shadowRoot.querySelectorAll('*')]
    return {
      elements: [...new Set(all.map((element) => element.localName))].sort(),
      attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
      links: all.filter((element) => element.localName === 'a').map(({ href, rel, target }) => ({ href, rel, target })),
      outside: [...document.documentElement.children].map(({ localName }) => localName).concat(document.body.innerHTML.replace(host.outerHTML, ''), host.innerHTML),
    }
  })()`)
  expect(found.elements.filter((name) => !ELEMENTS.includes(name))).to.deep.equal([])
  expect(
    found.attributes.filter((name) => /^on|^src|^srcset$|^(form)?action$|^name$/.test(name)),
  ).to.deep.equal([])
  for (const link of found.links) {
    expect(link.href).to.match(/^(https?:\/\/|mailto:)/)
    expect(link).to.include({ target: '_blank', rel: 'noopener noreferrer nofollow' })
  }
  expect(found.outside).to.deep.equal(['head', 'body', body, ''])
  return found.links.length
}
