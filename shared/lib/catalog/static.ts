import { basename } from 'node:path'
import type { Provider } from './protocols/provider.ts'

/**
 * Tables of tokens and vectors in a folder, which need neither a service nor a network. The model's
 * name is the folder's path. Only the operator can name one, because it is read from the disk.
 */
export const staticTables = {
  name: 'static',
  settings: {},
  isFree: true,
  variables: {},
  embeddings(_, folder) {
    return async () => (await import('./static/vectorTable.ts')).openVectorTable(folder)
  },
} satisfies Provider

/**
 * Returns the name of an embedding model as organizations read it: of a table, only the last part
 * of its path.
 */
export const nameForTenants = (model: string): string => {
  const [provider, folder] = [
    model.slice(0, model.indexOf(':')),
    model.slice(model.indexOf(':') + 1),
  ]
  return provider === staticTables.name ? `${provider}:${basename(folder)}` : model
}
