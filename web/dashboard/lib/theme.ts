export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'parley-theme'

/** Returns the theme that was chosen in this browser, or `system`. */
export function readTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}

export function applyTheme(theme = readTheme()): void {
  document.documentElement.dataset.theme = theme
}

export function keepTheme(theme: Theme): void {
  applyTheme(theme)
  // Charts read their colours only once, so they must be drawn again.
  dispatchEvent(new Event('parley-theme'))
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked, so the theme applies to this page only.
  }
}
