import { readFileSync } from 'node:fs'
import { renderMermaidSVG } from 'beautiful-mermaid'
import { defineConfig } from 'vitepress'
import { searchOptions } from './search.ts'

/** The dashboard's icon, within the pages, because a site may have any base. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(new URL('../../web/dashboard/public/icon.svg', import.meta.url), 'utf8'),
)}`

const page = (text: string, link: string) => ({ text, link })

/**
 * The style sheet of a rendered diagram. It loads a font from another host, so `theme/style.css`
 * replaces it.
 */
const STYLE = /<style>.*?<\/style>/s
const SPACING = { padding: 8, layerSpacing: 28, nodeSpacing: 20 }
const COLORS = { bg: 'var(--vp-c-bg)', fg: 'var(--vp-c-text-1)', transparent: true }

/** Renders a Mermaid diagram as SVG, in the colours of the page. */
const diagram = (code: string) =>
  `<div class="diagram" v-pre>${renderMermaidSVG(code, { ...SPACING, ...COLORS }).replace(STYLE, '')}</div>`

/**
 * The documentation site. `npm run docs` serves it; `npm run docs:build` writes it to
 * `docs/.vitepress/dist` for any static host.
 */
export default defineConfig({
  title: 'Parley',
  description: "The engine behind a company's chat.",
  lang: 'en',
  head: [['link', { rel: 'icon', href: ICON }]],
  // Pages for readers of the repository.
  srcExclude: ['pictures/**'],
  // A page without sections has no outline, so its tables get the space.
  transformPageData({ frontmatter, filePath }) {
    const hasSections = /^## /m.test(
      readFileSync(new URL(`../${filePath}`, import.meta.url), 'utf8'),
    )
    if (!hasSections && !filePath.startsWith('decisions/')) frontmatter.aside = false
  },
  // The home page of the default theme has no main landmark.
  transformHtml: (html) => html.replace('class="VPHome"', 'class="VPHome" role="main"'),
  themeConfig: {
    logo: ICON,
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
    outline: [2, 3],
    nav: [
      page('Guides', '/guide/quick-start'),
      page('Operating', '/deployment'),
      page('Guarantees', '/guarantees'),
      page('Decisions', '/decisions/'),
    ],
    sidebar: [
      {
        text: 'Start',
        items: [page('Quick start', '/guide/quick-start'), page('All requests', '/guide/requests')],
      },
      {
        text: 'Build',
        items: [
          page('Server to server', '/guide/server'),
          page('Python', '/guide/python'),
          page('Widget', '/widget'),
          page('Embedding: HTML, React, Next', '/guide/embed'),
          page('Verified users', '/guide/verified-users'),
          page('Attachments', '/guide/attachments'),
          page('Knowledge', '/guide/knowledge'),
          page('What agents know of a user', '/guide/contexts'),
          page('Streaming', '/guide/streaming'),
          page('Handoffs to people', '/guide/handoffs'),
          page('Webhooks', '/guide/webhooks'),
          page('Tools', '/guide/tools'),
          page('Events', '/guide/events'),
          page('Idempotency and retries', '/guide/retries'),
          page('Limits', '/guide/limits'),
          page('Budgets', '/guide/budgets'),
          page('Errors', '/errors'),
          page('Choosing a model', '/guide/models'),
          page("From OpenAI's Assistants API", '/guide/assistants-api'),
        ],
      },
      {
        text: 'Operate',
        items: [
          page('Deployment', '/deployment'),
          page('Settings', '/settings'),
          page('Operations', '/operations'),
          page('Signing in', '/signing-in'),
          page('Scaling', '/scaling'),
          page('What to watch', '/observability'),
          page('Backup', '/backup'),
          page('Retention', '/retention'),
          page('Performance', '/performance'),
        ],
      },
      {
        text: 'Inside',
        items: [
          page('Architecture', '/architecture'),
          page('Tables', '/schema'),
          page('Guarantees', '/guarantees'),
          page('Decisions', '/decisions/'),
        ],
      },
    ],
  },
  markdown: {
    // The default light theme's colours are too faint on the grey of a code block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    languageAlias: { promql: 'sql' },
    config(md) {
      const fence = md.renderer.rules.fence!
      md.renderer.rules.fence = (tokens, at, ...rest) =>
        tokens[at]!.info === 'mermaid' ? diagram(tokens[at]!.content) : fence(tokens, at, ...rest)
      // Links to files outside this folder work only in the repository, so they become text here.
      const isOutside = (href: string, path: string) =>
        !/^(?:[a-z]+:|#|\/)/i.test(href) &&
        (new URL(href, `file:///docs/${path}`).pathname.startsWith('/docs/') === false ||
          /\.(?:ya?ml|json)$/.test(href))
      md.core.ruler.push('outside-links', ({ tokens, env }) => {
        for (const { children } of tokens) {
          let isDropped = false
          for (const token of children ?? []) {
            if (token.type === 'link_open')
              isDropped = isOutside(token.attrGet('href') ?? '', env.relativePath ?? '')
            if (isDropped && /^link_(?:open|close)$/.test(token.type)) token.type = 'text'
          }
        }
      })
    },
  },
})
