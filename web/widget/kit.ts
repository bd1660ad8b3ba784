import type { Failure } from './api/failure.ts'
import type { Keeper } from './api/memory.ts'
import type { Configuration } from './api/records.ts'
import type { Server } from './api/server.ts'
import type { Embed } from './embed.ts'
import type { Emit } from './events.ts'
import type { Frame } from './launcher/frame.ts'
import type { Texts } from './locales.ts'

/** What the launcher passes to the chat. */
export interface Kit {
  embed: Embed
  index: number
  keeper: Keeper
  server: Server
  frame: Frame
  configuration(): Partial<Configuration>
  /** Reads the configuration, if it is not known. */
  configure(): Promise<Partial<Configuration>>
  locale(): string
  /** The text for the banner. */
  banner(): keyof Texts | undefined
  emit: Emit
  /** Reports an error to the page. */
  fail(error: unknown): Failure
  onToggle(isOpen: boolean): void
  /** Counts a message as unread, unless the visitor sees it. */
  onMessage(id: string): void
}

/** The chat, as the launcher uses it. */
export interface Room {
  texts(): Texts
  open(takesFocus: boolean): void
  close(): void
  send(content: string): void
  /** Shows the earlier messages. */
  resume(): Promise<void>
  /** Reads everything again, after the browser restored the page. */
  reload(): Promise<void>
  /** Shows the last chat of a visitor who has just become a known customer. */
  onIdentified(): Promise<void>
  /** Takes over the changes of another tab. */
  onShared(): void
  /** Sends the questions again that failed while the browser was offline. */
  onOnline(): void
  /** Updates the banner and the buttons. */
  status(): void
  /** Rebuilds everything with the current texts and colours. */
  redraw(): void
  /** Cancels running requests and clears the chat. */
  forget(): void
  stop(): void
}

export type MakeRoom = (kit: Kit) => Promise<Room>
