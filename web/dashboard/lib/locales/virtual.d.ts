declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core'

  /** Translations by their English message, as web/texts/plugin.ts compiles them. */
  const messages: Messages
  export default messages
}
