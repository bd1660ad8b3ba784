import { expect } from 'chai'
import { linesOf, refusal } from '../../support/data/reading.ts'

const APP = '<script src="/app.js"></script>'
const root = (text: string) => `<div id="root">${text}</div>${APP}`
const noscript = (text: string) => `<noscript>${text}</noscript><div id="root"></div>${APP}`

/** What apps say until their script has run. */
const APPS: Record<string, string> = {
  docsify:
    '<title>Document</title><div id="app">Loading ...</div><script>window.$docsify={}</script>',
  React: `<title>React App</title>${noscript('You need to enable JavaScript to run this app.')}`,
  Vue: noscript(
    "<strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong>",
  ),
  Angular: `<app-root>Loading...</app-root>${APP}`,
  Blazor: `<div id="app">Loading... 0%</div><div id="blazor-error-ui">An unhandled error has occurred. <a href="">Reload</a> <a>🗙</a></div>${APP}`,
  'a name': `<title>Greenleaf | Docs</title><h1>Greenleaf</h1>${root('<p>Loading Greenleaf Docs…</p>')}`,
  'a title': `<title>Loading</title>${root('<h1>Loading</h1>')}`,
  'a footer': root('Loading…<p>© 2026 Greenleaf. All rights reserved.</p>'),
  'two sentences': root('<p>Loading. Please wait…</p><p>Please enable JavaScript.</p>'),
  'a check': root('Just a moment...<p>Enable JavaScript and cookies to continue</p>'),
  'a clause': root('Please wait while the application loads.'),
  German: root('Die Anwendung wird geladen …'),
  'German words': noscript('Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.'),
  French: root('Chargement en cours, veuillez patienter…'),
  Spanish: root('Cargando datos…'),
  Portuguese: root('A carregar…'),
  Italian: root('Caricamento in corso...'),
  Dutch: root('Even geduld a.u.b.'),
  Polish: root('Ładowanie aplikacji…'),
  Turkish: root('YÜKLENİYOR...'),
  Russian: root('Загрузка…'),
  'Russian words': root('Для работы приложения включите JavaScript.'),
  Greek: root('Φόρτωση…'),
  Arabic: root('جاري التحميل...'),
  Hebrew: root('טוען...'),
  Hindi: root('लोड हो रहा है…'),
  Thai: root('กำลังโหลด...'),
  Vietnamese: root('Đang tải…'),
  Chinese: root('正在加载数据…'),
  'Chinese words': root('正在加载，请稍候'),
  Japanese: root('読み込み中…'),
  'Japanese words': root('このページを表示するにはJavaScriptを有効にしてください。'),
  Korean: root('잠시만 기다려 주세요...'),
}

const REDIRECTS: Record<string, string> = {
  Jekyll:
    '<title>Redirecting…</title><h1>Redirecting…</h1><a href="/x">Click here if you are not redirected.</a>',
  rustdoc:
    '<title>Redirection</title><p>Redirecting to <a href="x">../../shop/struct.Pear.html</a>...</p>',
  'an address': '<p>Redirecting</p><a href="https://example.com/de/">https://example.com/de/</a>',
  Sphinx: '<p>You should have been redirected.</p>If not, click <a href="/x">here</a> to continue.',
  German: '<p>Sie werden in Kürze weitergeleitet.</p>',
  French: '<p>Vous allez être redirigé vers la nouvelle page.</p>',
  Japanese: '<p>リダイレクト中</p>',
}

describe('a page without knowledge', () => {
  for (const [what, html] of Object.entries(APPS))
    it(`is refused because a script fills it: ${what}`, async () => {
      expect(await refusal('html', html)).to.match(/^no_text: .* script /)
    })

  it('is refused with a sentence that says what to do', async () => {
    expect(await refusal('html', root('Loading…'))).to.equal(
      'no_text: The page is filled by a script in the browser, and scripts are not run. Add a page that has its text without them, or upload the text as a file.',
    )
  })

  for (const [what, html] of Object.entries(REDIRECTS))
    it(`is refused because it only leads to another: ${what}`, async () => {
      expect(await refusal('html', html)).to.match(/^no_text: The page only leads to another one/)
    })

  it('is refused because it only speaks of frames', async () => {
    expect(await refusal('html', '<p>Your browser does not support frames.</p>')).to.match(
      /^no_text: .*frames/,
    )
  })
})

describe('a page that only begins like one without knowledge', () => {
  for (const text of [
    'Loading dock hours: 9 to 5.',
    'Loading is at gate 4.',
    'Starting at 9, the bus leaves hourly.',
    'Please wait at the desk; somebody will come.',
    'Wir laden Sie ein: Sommerfest am 3. Mai.',
    'Laden: Hauptstr. 3',
    'Umleitung der Linie 5 bis Mai.',
    'We teach JavaScript in eight weeks.',
    'Redirects are set in the panel under Domains.',
    'The shop has moved to Main Street 5.',
    'Photo frames are sold on the second floor.',
    'Open daily.',
  ])
    it(`is read: ${text}`, async () => {
      expect(await linesOf('html', root(`<p>${text}</p>`))).to.deep.equal([text])
    })

  it('is read with all that it says', async () => {
    expect(await linesOf('html', root('<p>Loading…</p><p>Parcels take 3 days.</p>'))).to.deep.equal(
      ['Loading…\n\nParcels take 3 days.'],
    )
    const help =
      '<h1>Enable JavaScript in Chrome</h1><ol><li>Open Settings.</li><li>Choose Site settings.</li></ol>'
    expect((await linesOf('html', root(help))).join()).to.contain('Choose Site settings.')
    expect(await linesOf('html', '<title>Open daily</title><p>Open daily</p>')).to.deep.equal([
      'Open daily',
    ])
  })
})
