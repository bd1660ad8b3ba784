import type { HtmlDocument } from '../hidden/nodes.ts'

const OVER = '[role="dialog" i], [role="alertdialog" i], [aria-modal="true" i]'
const MAYBE =
  'div[id], div[class], section[id], section[class], form[id], form[class], p[id], p[class]'

/** Matches names that consent products give their elements. */
const PRODUCT =
  /^(onetrust|CybotCookiebot|didomi|usercentrics|uc-banner|cmplz|cky|qc-cmp|iubenda-cs|borlabs-?cookie|truste|termly|osano-cm|klaro|tarteaucitron|sp_message_|axeptio|moove_gdpr|cc-(window|banner))/i
/** Matches names of other banners, such as `cookie-banner`, `js-cookieNotice` and `gdpr_popup`. */
const BANNER =
  /(^|[^a-z])(cookies?|gdpr|ccpa|dsgvo|rgpd|lgpd|consent|privacy)[-_]*(banner|bar|consent|notice|notification|popup|modal|overlay|message|manager|wall|box|layer|prompt|alert|hint|hinweis|law|disclaimer|warning)|^(gdpr|cookies?|consent)$/i
/** Elements to press, which a banner has, and a chapter on cookies has not. */
const PRESSED = 'button, input, [role="button"], a[class], a[href^="#"], a[href^="javascript"]'
/** Elements of the page's text: an element that contains one of them is no banner. */
const TEXT = 'main, article, h1, [role="main"]'
/** The most candidates that are examined. Most pages have one or two. */
const MOST = 50

/**
 * Removes dialogs and consent banners that cover a page.
 * @returns whether the page had any
 */
export function removeBanners(document: HtmlDocument): boolean {
  const named = [...document.querySelectorAll(MAYBE)].flatMap((element) => {
    const names = `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`
      .trim()
      .split(/\s+/)
    const isProduct = names.some((name) => PRODUCT.test(name))
    return isProduct || names.some((name) => BANNER.test(name)) ? [{ element, isProduct }] : []
  })
  const banners = named
    .slice(0, MOST)
    .filter(
      ({ element, isProduct }) =>
        !element.querySelector(TEXT) && (isProduct || element.querySelector(PRESSED)),
    )
    .map(({ element }) => element)
  const over = [...document.querySelectorAll(OVER)]
  for (const element of [...over, ...banners]) element.remove()
  return over.length + banners.length > 0
}
