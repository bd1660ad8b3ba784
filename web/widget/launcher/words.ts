import type { Texts } from '../locales.ts'

/** The names of the texts that the launcher shows before the chat is loaded. */
export const LAUNCHER_TEXTS = ['open', 'retry', 'unread'] as const

/** All texts, once the chat is loaded. */
export type LauncherTexts = Pick<Texts, (typeof LAUNCHER_TEXTS)[number]> & Partial<Texts>
