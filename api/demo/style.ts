/** The shop's own styles, which must leave the widget alone. */
export const DEMO_STYLE = `
:root {
  --paper: #f7f5ee;
  --ink: #22302a;
  --soft: #5c6a62;
  --green: #2f6b4a;
  --line: #ddd9cb;
  --card: #fffdf7;
  --clay: #c9764f;
  --rim: #b5643f;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161d19;
    --ink: #ecefe8;
    --soft: #a9b5ac;
    --green: #7fc49c;
    --line: #2e3a33;
    --card: #1d2621;
    --clay: #b4683f;
    --rim: #9a5633;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 24px; }
body {
  margin: 0;
  font: 17px/1.6 Georgia, "Iowan Old Style", "Noto Serif", serif;
  color: var(--ink);
  background: var(--paper);
}
h1, h2, h3, dt { font-weight: 500; letter-spacing: -0.02em; line-height: 1.1; margin: 0; }
h1 { font-size: clamp(44px, 7vw, 84px); }
h2 { font-size: clamp(28px, 3.4vw, 40px); margin-bottom: 32px; }
p { margin: 0; }
a { color: inherit; text-underline-offset: 4px; }
:focus-visible { outline: 2px solid var(--green); outline-offset: 3px; border-radius: 4px; }
.note { padding: 8px 24px; text-align: center; font-size: 14px; color: var(--soft); border-bottom: 1px solid var(--line); }
header, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 32px; }
header { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: center; justify-content: space-between; padding-block: 24px; }
.brand { display: flex; align-items: center; gap: 8px; font-size: 24px; text-decoration: none; letter-spacing: -0.02em; }
.brand svg { width: 28px; height: 28px; color: var(--green); }
nav { display: flex; gap: 28px; font-size: 16px; }
nav a { padding: 10px 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
.hero { display: grid; grid-template-columns: 1.1fr 1fr; gap: 40px; align-items: center; padding: 40px 0 88px; }
.hero p { max-width: 30em; margin-top: 24px; font-size: 19px; color: var(--soft); }
.hero .actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 36px; }
.button, .plant button, .help button {
  font: inherit;
  font-size: 16px;
  min-height: 46px;
  padding: 10px 22px;
  color: var(--paper);
  background: var(--green);
  border: 1px solid var(--green);
  border-radius: 23px;
  text-decoration: none;
  cursor: pointer;
}
.button.quiet, .plant button, .help button { color: var(--ink); background: none; border-color: var(--line); }
.button.quiet:hover, .plant button:hover, .help button:hover { border-color: var(--ink); }
.scene { display: flex; align-items: flex-end; justify-content: center; padding: 56px 32px 0; background: color-mix(in srgb, var(--green) 13%, var(--paper)); border-radius: 200px 200px 24px 24px; overflow: hidden; }
.scene svg { width: 42%; margin: 0 -4%; }
.scene svg:nth-child(1) { width: 52%; }
svg .pot { fill: var(--clay); }
svg .rim { fill: var(--rim); }
svg .stem { fill: none; stroke: #4f7a55; stroke-width: 4; stroke-linecap: round; }
svg .leaf { fill: #4d8a5e; }
svg .leaf.b { fill: #3b7350; }
svg .leaf.c { fill: #6aa676; }
section { padding: 56px 0; border-top: 1px solid var(--line); }
.hero { border: 0; }
ul { list-style: none; margin: 0; padding: 0; }
.plants { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 24px; }
.plant { display: flex; flex-direction: column; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 20px; }
.plant svg { width: 72%; margin: 0 auto 20px; }
.plant h3 { font-size: 23px; margin-bottom: 6px; }
.plant p { font-size: 16px; line-height: 1.45; color: var(--soft); }
.plant .price { margin: 12px 0 20px; font-size: 19px; color: var(--ink); }
.plant button { margin-top: auto; padding: 10px 14px; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 32px; margin: 0; }
dt { font-size: 32px; color: var(--green); margin-bottom: 10px; }
dd { margin: 0; color: var(--soft); }
.help p { max-width: 34em; color: var(--soft); margin: -16px 0 24px; }
.help ul { display: flex; flex-wrap: wrap; gap: 12px; }
footer { padding-block: 40px 120px; font-size: 14px; color: var(--soft); }
@media (max-width: 760px) {
  header, main, footer { padding-inline: 20px; }
  .hero { grid-template-columns: 1fr; padding: 16px 0 56px; }
  nav { gap: 20px; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
`
