import { readFileSync } from 'node:fs'

/**
 * Returns the address and credentials of an installation: those of the environment, else those of
 * the demo that `npm start` makes.
 */
export function installation() {
  const folder = process.env.PARLEY_DATA_DIR ?? '.data'
  const read = (name) => readFileSync(`${folder}/${name}`, 'utf8').trim()
  const {
    PARLEY_ADDRESS: address = 'http://localhost:3000',
    CLIENT_ID,
    CLIENT_SECRET,
  } = process.env
  if (CLIENT_ID && CLIENT_SECRET)
    return { address, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  const [clientId, clientSecret] = read('demo.headers')
    .split('\n')
    .map((line) => line.split(': ')[1])
  return { address, clientId, clientSecret, ...JSON.parse(read('demo.json')) }
}
