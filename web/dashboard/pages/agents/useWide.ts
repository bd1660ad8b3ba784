import { useMedia } from '../../components/layout/useMedia.ts'

/** From this width on, settings and playground are side by side, as in `agents.css`. */
const WIDE = matchMedia('(min-width: 72rem)')

/** Whether the window has room for settings beside the playground. */
export const useWide = (): boolean => useMedia(WIDE)
