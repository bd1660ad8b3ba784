import { resolve } from 'node:path'

/** The client package and `demo.mjs` are outside of this folder. */
export default { turbopack: { root: resolve(import.meta.dirname, '../..') } }
