export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'parley-theme'

/** What this browser was told; where nothing can be kept, what the system says. */
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
  // Charts are drawn in colours that they read once.
  dispatchEvent(new Event('parley-theme'))
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Applies to this page only.
  }
}
