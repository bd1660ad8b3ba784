declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core'

  /** Messages by their English, as web/texts/plugin.ts compiles them. */
  const messages: Messages
  export default messages
}
