import type { Ctx } from '../context.ts'

const LANGUAGES = ['en', 'de'] as const

/**
 * Returns the language in which the sender of a request reads the dashboard and its mails, of those
 * that both have; null: the request names none of them.
 */
export function readersLanguage(ctx: Ctx): (typeof LANGUAGES)[number] | null {
  if (!ctx.get('Accept-Language')) return null
  const best = ctx.acceptsLanguages([...LANGUAGES])
  return LANGUAGES.find((language) => language === best) ?? null
}
