import { followEvents, makeClient } from 'parley-client'

const {
  PARLEY_ADDRESS: address = '',
  CLIENT_SECRET: key = '',
  LAST_EVENT: after = '',
} = process.env
const parley = makeClient({ address, key })

for await (const event of followEvents(parley, after ? { after } : {})) {
  console.log(event.id, event.type)
  // Keep `event.id`, together with what you do about the event.
}
