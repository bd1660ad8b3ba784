import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadTexts, t } from '../lib/texts.tsx'
import { Button } from './Button.tsx'
import { Loading } from './Loading.tsx'
import { Notice } from './Notice.tsx'
import type { SkeletonShape } from './states/Skeleton.tsx'

/** Milliseconds between requests for a script that failed to load. */
const RETRY_MS = 5_000

export type OnDemand<Props> = ComponentType<Props> & {
  /**
   * Loads the script and texts now, for a component that will be shown soon.
   * @throws if they cannot be loaded
   */
  ask: () => Promise<void>
}

/**
 * Makes a component whose script and texts load when it is first shown. A script that fails is
 * requested again every 5 s, and when the browser is back online.
 * @param isFirst whether it is a part of the first page, whose texts are already loaded
 * @param shape of its placeholder until then
 */
export function onDemand<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { isFirst = false, shape = 'page' }: { isFirst?: boolean; shape?: SkeletonShape } = {},
): OnDemand<Props> {
  let Loaded: ComponentType<Props> | undefined
  const ask = async () => {
    if (!isFirst) await loadTexts()
    Loaded = await load()
  }
  function Asked(props: Props) {
    const [failures, setFailures] = useState(0)
    const [, setLoaded] = useState(Loaded !== undefined)
    useEffect(() => {
      // The script may have loaded since this was rendered.
      if (Loaded) return setLoaded(true)
      let isShown = true
      const show = () =>
        ask().then(
          () => isShown && setLoaded(true),
          () => isShown && setFailures((before) => before + 1),
        )
      if (failures === 0) {
        show()
        return () => {
          isShown = false
        }
      }
      const timer = setTimeout(show, RETRY_MS)
      addEventListener('online', show)
      return () => {
        isShown = false
        clearTimeout(timer)
        removeEventListener('online', show)
      }
    }, [failures])
    if (Loaded) return <Loaded {...props} />
    return failures === 0 ? <Loading shape={shape} /> : <Missing />
  }
  return Object.assign(Asked, { ask })
}

/** After an update of the service, the scripts of the old page no longer exist. */
const Missing = () => (
  <Notice kind="bad">
    <p>
      {navigator.onLine
        ? t(
            'This page cannot be loaded yet. It opens as soon as the service answers. If Parley was just updated, reload.',
          )
        : t('You are offline. This page opens as soon as you are back online.')}
    </p>
    {navigator.onLine && (
      <p>
        <Button onClick={() => location.reload()}>{t('Reload')}</Button>
      </p>
    )}
  </Notice>
)
