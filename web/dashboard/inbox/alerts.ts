import { useSyncExternalStore } from 'preact/compat'

/** How this browser alerts the user that a customer waits; all off at first. */
export interface Alerts {
  sound: boolean
  notifications: boolean
}

const KEPT = 'parley-inbox-alerts'
/**
 * Since when the last customer waited for whom a tab of this browser gave an alert. Other tabs stay
 * silent.
 */
const LAST_ALERT = 'parley-inbox-told'

const OFF: Alerts = { sound: false, notifications: false }

export const canNotify = () => 'Notification' in window

function read(): Alerts {
  try {
    const kept = { ...OFF, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') }
    const isAllowed = canNotify() && Notification.permission === 'granted'
    return { sound: kept.sound === true, notifications: kept.notifications === true && isAllowed }
  } catch {
    return OFF
  }
}

let alerts = read()
const watchers = new Set<() => void>()

export const useAlerts = (): Alerts =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => alerts,
  )

/**
 * Switches alerts on or off for this browser. Asks the user for the permission that notifications
 * need.
 * @returns false: the browser does not permit them
 */
export async function switchAlerts(changes: Partial<Alerts>): Promise<boolean> {
  const isAllowed =
    !changes.notifications ||
    (canNotify() && (await Notification.requestPermission()) === 'granted')
  alerts = { ...alerts, ...changes, ...(!isAllowed && { notifications: false }) }
  try {
    localStorage.setItem(KEPT, JSON.stringify(alerts))
  } catch {
    // Storage is blocked, so the alerts are on until the page is left.
  }
  for (const watch of watchers) watch()
  if (changes.sound) ring()
  return isAllowed
}

/** Alerts the user once in this browser that a customer has waited since this time. */
export function alertOf(since: string, title: string, text: string, onOpen: () => void): void {
  try {
    if ((localStorage.getItem(LAST_ALERT) ?? '') >= since) return
    localStorage.setItem(LAST_ALERT, since)
  } catch {
    // Storage is blocked, so each tab alerts the user.
  }
  if (alerts.sound) ring()
  if (!alerts.notifications) return
  // Shows only who waits, and not what customers say, because a locked screen may show it.
  const notification = new Notification(title, { body: text, tag: 'parley-inbox' })
  notification.onclick = () => {
    focus()
    onOpen()
    notification.close()
  }
}

let audio: AudioContext | undefined

/** Plays two short tones. A browser in which the user has not clicked yet plays nothing. */
function ring(): void {
  audio ??= new AudioContext()
  void audio.resume()
  const now = audio.currentTime
  for (const [hertz, at] of [
    [660, 0],
    [880, 0.14],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.12, now + at)
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + 0.22)
    tone.connect(volume).connect(audio.destination)
    tone.start(now + at)
    tone.stop(now + at + 0.24)
  }
}
