/** The ids in the demo page's widget snippet. */
export interface DemoIds {
  client_id: string
  agent_id: string
  configuration_id: string
}

const PLANTS = [
  ['Monstera', 'Likes it bright, drinks once a week', '34', 'monstera'],
  ['Snake plant', 'Forgives everything, even holidays', '22', 'snake'],
  ['String of pearls', 'Hangs, trails, and wants little', '18', 'pearls'],
  ['Olive tree', 'For the sunniest place you have', '49', 'olive'],
] as const

const LEAF =
  '<path d="M12 21c0-7 1-11 8-16-9-1-15 4-15 10 0 3 2 5 5 5 5 0 9-5 10-15" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>'

const POT =
  '<path class="pot" d="M66 138h68l-8 50a8 8 0 0 1-8 7H82a8 8 0 0 1-8-7z"/><rect class="rim" x="60" y="128" width="80" height="16" rx="6"/>'

const DRAWINGS: Record<string, string> = {
  monstera:
    '<path class="stem" d="M100 130C98 96 78 84 62 74M100 130c2-40 20-54 38-68M100 130c-2-46 0-66 4-88"/><path class="leaf" d="M66 80C44 82 30 66 30 44c24-2 40 8 44 26l-14-8 8 14z"/><path class="leaf b" d="M134 68c0-22 14-36 36-38 4 22-6 40-26 46l6-14-12 10z"/><path class="leaf c" d="M104 50C90 38 88 20 102 4c16 14 18 32 6 46l-2-14z"/>',
  snake:
    '<path class="leaf" d="M84 130C74 96 72 56 80 20c10 30 14 72 12 110z"/><path class="leaf b" d="M100 130c-6-40-4-84 6-122 10 38 10 84 2 122z"/><path class="leaf c" d="M116 130c2-34 8-62 22-88 2 34-4 62-14 88z"/><path class="leaf b" d="M76 130c-10-20-18-38-20-62 14 16 24 38 28 62z"/>',
  pearls:
    '<path class="stem" d="M80 130c-30-4-36 20-36 60M92 128c-20 6-26 30-24 70M110 128c22 4 26 30 24 66M122 130c30-4 36 22 34 52"/><g class="leaf"><circle cx="60" cy="136" r="7"/><circle cx="49" cy="152" r="7"/><circle cx="44" cy="170" r="6"/><circle cx="44" cy="188" r="5"/><circle cx="134" cy="152" r="7"/><circle cx="135" cy="172" r="6"/><circle cx="134" cy="192" r="5"/></g><g class="leaf b"><circle cx="76" cy="146" r="7"/><circle cx="69" cy="164" r="7"/><circle cx="67" cy="182" r="6"/><circle cx="146" cy="138" r="7"/><circle cx="154" cy="156" r="6"/><circle cx="156" cy="176" r="5"/><circle cx="100" cy="122" r="8"/><circle cx="84" cy="122" r="7"/><circle cx="116" cy="122" r="7"/></g>',
  olive:
    '<path class="stem" d="M100 130V70M100 96L76 70M100 88l26-28"/><g class="leaf"><ellipse cx="76" cy="46" rx="26" ry="24"/><ellipse cx="124" cy="42" rx="28" ry="26"/></g><g class="leaf b"><ellipse cx="100" cy="28" rx="28" ry="24"/><ellipse cx="100" cy="58" rx="30" ry="20"/></g>',
}

const drawing = (name: string) =>
  `<svg viewBox="0 0 200 200" aria-hidden="true">${name === 'pearls' ? '' : DRAWINGS[name]}${POT}${name === 'pearls' ? DRAWINGS[name] : ''}</svg>`

const plant = ([name, about, price, picture]: (typeof PLANTS)[number]) => `
      <li class="plant ${picture}">
        ${drawing(picture)}
        <h3>${name}</h3>
        <p>${about}</p>
        <p class="price">€ ${price}</p>
        <button type="button" data-ask="How often should I water a ${name.toLowerCase()}?">Ask about its care</button>
      </li>`

/**
 * Writes the page of a made-up shop, with the widget's snippet as any shop pastes it. The ids come
 * from our own file and need no escaping.
 */
export const demoPage = ({ client_id, agent_id, configuration_id }: DemoIds) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>Greenleaf: house plants, sent with care</title>
    <meta name="description" content="A demo of Parley's widget on a shop's page.">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/demo/style.css">
    <script async src="/widget.js"
      data-client-id="${client_id}"
      data-assistant-id="${agent_id}"
      data-config-id="${configuration_id}"></script>
    <script defer src="/demo/page.js"></script>
  </head>
  <body>
    <p class="note">This shop is a demo of <a href="/docs">Parley</a>: only the chat is real.</p>
    <header>
      <a class="brand" href="/demo"><svg viewBox="0 0 24 24" aria-hidden="true">${LEAF}</svg>Greenleaf</a>
      <nav aria-label="Shop">
        <a href="#plants">Plants</a>
        <a href="#delivery">Delivery</a>
        <a href="#help">Help</a>
      </nav>
    </header>
    <main>
      <section class="hero">
        <div>
          <h1>Plants that stay.</h1>
          <p>Grown slowly, packed in straw, and at your door within two working days. And when a leaf turns yellow, somebody answers.</p>
          <p class="actions">
            <a class="button" href="#plants">See the plants</a>
            <button type="button" class="button quiet" data-open>Ask Flora</button>
          </p>
        </div>
        <div class="scene">${drawing('monstera')}${drawing('snake')}${drawing('olive')}</div>
      </section>
      <section id="plants">
        <h2>This week</h2>
        <ul class="plants">${PLANTS.map(plant).join('')}
        </ul>
      </section>
      <section id="delivery" class="facts">
        <h2>How it reaches you</h2>
        <dl>
          <div><dt>Two days</dt><dd>Ordered before 2 pm, it leaves our house the same day.</dd></div>
          <div><dt>€ 4.90</dt><dd>Whatever you order. Above € 50 we pay.</dd></div>
          <div><dt>14 days</dt><dd>To send it back, also if it did not survive the journey.</dd></div>
        </dl>
      </section>
      <section id="help" class="help">
        <h2>Ask anything</h2>
        <p>Flora knows our opening hours, our delivery and our plants, looks orders up, and names her
          sources.</p>
        <ul>
          <li><button type="button" data-ask="Where is my order 1042?">Where is my order 1042?</button></li>
          <li><button type="button" data-ask="Can I return a plant?">Can I return a plant?</button></li>
          <li><button type="button" data-ask="When are you open?">When are you open?</button></li>
          <li><button type="button" data-ask="Do you sell gift cards?">Do you sell gift cards?</button></li>
        </ul>
      </section>
    </main>
    <footer><p>Greenleaf is made up. The page has no script of its own but the few lines that press the chat's buttons.</p></footer>
  </body>
</html>
`

export const DEMO_SCRIPT = `// Shows how a shop's own page can use its widget.
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-open], [data-ask]')
  if (!button || !window.Parley) return
  Parley.open()
  if (button.dataset.ask) Parley.send(button.dataset.ask)
})
`
