import { Monitor, Moon, Smartphone, Sun } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { languageCodes } from '../../../widget/languages.ts'
import { Button } from '../../components/Button.tsx'
import { type Draft, nameOfLanguage } from '../../components/records/widgets.ts'
import { t } from '../../lib/texts.tsx'
import { type PreviewState, READY, SCENES, type Scene } from '../../preview/messages.ts'

const SCENE_NAMES: Readonly<Record<Scene, string>> = {
  greeting: t('Greeting'),
  reply: t('Question and reply'),
  waiting: t('Writing'),
  closed: t('Closed'),
  offline: t('No connection'),
  limit_reached: t('Limit reached'),
  failed: t('Error'),
  agent_inactive: t('Agent inactive'),
  session_ended: t('Conversation ended'),
}

/**
 * The real widget in a frame, with a simulated server. It follows each change and answers
 * questions.
 */
export function Preview({ configuration }: { configuration: Draft }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [language, setLanguage] = useState(() => navigator.language.split('-')[0]!)
  const [scene, setScene] = useState<Scene>('greeting')
  useEffect(() => {
    const heard = ({ source, origin, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && origin === location.origin && data === READY)
        setReady(true)
    }
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  }, [])
  useEffect(() => {
    if (!isReady) return
    const shown = { ...configuration, colors: validColors(configuration.colors) }
    const state: PreviewState = {
      kind: 'parley-preview',
      configuration: shown,
      language,
      isDark,
      scene,
    }
    frame.current?.contentWindow?.postMessage(state, location.origin)
  })
  return (
    <section class="widget-preview" aria-labelledby="preview">
      <div class="row spread">
        <h2 id="preview">{t('Preview')}</h2>
        <div class="row">
          <Button
            kind="quiet"
            icon={isPhone ? Monitor : Smartphone}
            label={isPhone ? t('Show on a computer') : t('Show on a phone')}
            onClick={() => setPhone(!isPhone)}
          />
          <Button
            kind="quiet"
            icon={isDark ? Sun : Moon}
            label={isDark ? t('Show in light mode') : t('Show in dark mode')}
            onClick={() => setDark(!isDark)}
          />
        </div>
      </div>
      <div class="row preview-choices">
        <label>
          <span class="sr-only">{t('What to show')}</span>
          <select
            class="input"
            value={scene}
            onChange={({ currentTarget }) => setScene(currentTarget.value as Scene)}
          >
            {SCENES.map((value) => (
              <option key={value} value={value}>
                {' '}
                {SCENE_NAMES[value]}{' '}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span class="sr-only">{t('The visitor’s language')}</span>
          <select
            class="input"
            value={configuration.locale ?? language}
            disabled={configuration.locale !== null}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
          >
            {[...new Set([...languageCodes(), configuration.locale ?? language])].map((tag) => (
              <option key={tag} value={tag}>
                {nameOfLanguage(tag)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class={`preview-screen${isPhone ? ' phone' : ''}`}>
        <iframe ref={frame} src="/dashboard/preview" title={t('Widget preview')} />
      </div>
      <p class="small muted">
        {t('This is the real widget with a sample answer. Nothing is stored or counted.')}
      </p>
    </section>
  )
}

/** Leaves out colours that are incomplete while the user types. */
const validColors = (colors: Draft['colors']): Draft['colors'] =>
  Object.fromEntries(
    Object.entries(colors).filter(([, value]) => /^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/.test(value)),
  )
