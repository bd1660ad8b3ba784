import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'

const docs = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** Built files, which are not in git. */
const BUILT = ['client/schema.ts']

describe('the documents', () => {
  it('link only to files that exist', () => {
    const broken = docs.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .filter(([, link]) => !existsSync(join(dirname(file), link!)))
        .map(([, link]) => `${file}: ${link}`),
    )
    expect(broken).to.deep.equal([])
  })

  it('are all in the menu of the site', () => {
    const menu = readFileSync('docs/.vitepress/config.ts', 'utf8')
    const pages = docs
      .filter((file) => /^docs\/(guide\/)?[\w-]+\.md$/.test(file) && file !== 'docs/index.md')
      .map((file) => file.replace(/^docs|\.md$/g, ''))
    expect(pages.filter((page) => !menu.includes(`'${page}'`))).to.deep.equal([])
    const decisions = readdirSync('docs/decisions').filter((name) => /^\d/.test(name))
    const index = readFileSync('docs/decisions/index.md', 'utf8')
    expect(decisions.filter((name) => !index.includes(`(${name})`))).to.deep.equal([])
  })

  it('have a heading over each column of their tables', () => {
    const bare = docs.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\|(.*)\|\n\|[ :|-]+\|$/gm)]
        .filter(([, header]) => header!.split('|').some((cell) => cell.trim() === ''))
        .map(([header]) => `${file}: ${header}`),
    )
    expect(bare).to.deep.equal([])
  })

  it('name only files and folders that exist', () => {
    const missing = docs
      .filter((file) => file !== 'CHANGELOG.md')
      .flatMap((file) =>
        [
          ...readFileSync(file, 'utf8').matchAll(
            /`((?:api|workers|shared|cli|web|client|test|docs|bench)\/[\w./-]+)`/g,
          ),
        ]
          .filter(([, path]) => !BUILT.includes(path!) && !existsSync(path!))
          .map(([, path]) => `${file}: ${path}`),
      )
    expect(missing).to.deep.equal([])
  })

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = docs.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
        ([, name]) => name!,
      ),
    )
    expect(named.filter((name) => !(name in scripts))).to.deep.equal([])
  })

  it('describe every room of the tree', () => {
    const architecture = readFileSync('docs/architecture.md', 'utf8')
    const folders = [
      'api',
      'workers',
      'shared',
      'cli',
      'client',
      'web',
      'migrations',
      'test',
      'bench',
    ]
    const inside = ['api', 'workers', 'shared', 'shared/lib'].flatMap((room) =>
      readdirSync(room, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${room}/${name}`),
    )
    for (const folder of [...folders, ...inside]) expect(architecture, folder).to.contain(folder)
  })
})
