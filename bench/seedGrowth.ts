import { parseArgs } from 'node:util'
import { FULL, seedGrowth, sizesOf } from './growth/seed.ts'

/**
 * Fills a migrated database with the rows that a service has after three months:
 * `npm run bench -- seed --url postgresql://… [--share 0.1] [--messages 1000000 …] [--organization NAME]`
 */
const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    share: { type: 'string', default: '1' },
    organization: { type: 'string', default: 'Growth' },
    until: { type: 'string', default: new Date().toISOString() },
    ...Object.fromEntries(Object.keys(FULL).map((size) => [size, { type: 'string' } as const])),
  },
})

const sizes = sizesOf(Number(options.share))
for (const size of Object.keys(FULL) as (keyof typeof FULL)[]) {
  const given = (options as Record<string, string | undefined>)[size]
  if (given !== undefined) sizes[size] = Number(given)
}
if (!options.url) throw new Error('Name the database: --url postgresql://…')
const seeded = await seedGrowth(options.url, sizes, {
  name: options.organization!,
  until: Date.parse(options.until!),
  log: (line) => console.log(line),
})
console.log(JSON.stringify(seeded, null, 2))
