/** The most bytes of the compressed widget: with each page, and once the chat is opened. */
export const MAX_PAGE_BYTES = 8_000
export const MAX_BYTES = 33_000
