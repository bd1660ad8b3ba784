import type { Ctx } from '../context.ts'

/** Milliseconds for which such a cookie is valid. */
const MAX_AGE_MS = 10 * 60 * 1_000

/**
 * Sealed content that a browser keeps between two requests of a sign-in. It proves that both come
 * from the same browser.
 */
type SealedCookie = 'single_sign_on' | 'passkey'

/** Returns the place that the content is sealed for. Cookies belong to no row. */
const placeOf = (row: SealedCookie) => ({ organization_id: null, table: 'cookies', row })

const nameOf = (ctx: Ctx, kind: SealedCookie) =>
  ctx.config.NODE_ENV === 'production' ? `__Host-parley_${kind}` : `parley_${kind}`

/** Sets the cookie for 10 minutes; null removes it. @throws AppError secret_key_missing */
export function setSealedCookie(ctx: Ctx, kind: SealedCookie, content: object | null): void {
  const value =
    content &&
    ctx.sealer.seal(JSON.stringify({ ...content, until: Date.now() + MAX_AGE_MS }), placeOf(kind))
  const secure = ctx.config.NODE_ENV === 'production'
  ctx.cookies.secure = secure
  ctx.cookies.set(nameOf(ctx, kind), value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    ...(value && { maxAge: MAX_AGE_MS }),
  })
}

/**
 * Reads the cookie.
 * @returns undefined if the browser has no cookie, or an expired or forged one
 */
export function readSealedCookie<Content>(ctx: Ctx, kind: SealedCookie): Content | undefined {
  const value = ctx.cookies.get(nameOf(ctx, kind))
  if (!value) return undefined
  try {
    const { until, ...content } = JSON.parse(ctx.sealer.open(value, placeOf(kind)))
    return until > Date.now() ? content : undefined
  } catch {
    return undefined
  }
}
