import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadTexts, t } from '../texts.tsx'
import { Button } from './Button.tsx'
import { Loading } from './Loading.tsx'
import { Notice } from './Notice.tsx'
import type { SkeletonShape } from './states/Skeleton.tsx'

/** Milliseconds between requests for a script that failed to load. */
const RETRY_MS = 5_000

/**
 * A component whose script and texts load when it is first shown. A script that fails is requested again every 5 s,
 * and when the browser is back online.
 * @param isFirst whether it is a part of the first page, whose texts are there already
 * @param shape of what stands in its place until then
 */
export function onDemand<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { isFirst = false, shape = 'page' }: { isFirst?: boolean; shape?: SkeletonShape } = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  return function OnDemand(props) {
    const [failures, setFailures] = useState(0)
    const [, setLoaded] = useState(false)
    useEffect(() => {
      if (Loaded) return
      let isShown = true
      const ask = () =>
        (isFirst ? Promise.resolve() : loadTexts()).then(load).then(
          (component) => {
            Loaded = component
            if (isShown) setLoaded(true)
          },
          () => isShown && setFailures((before) => before + 1),
        )
      if (failures === 0) {
        ask()
        return () => {
          isShown = false
        }
      }
      const timer = setTimeout(ask, RETRY_MS)
      addEventListener('online', ask)
      return () => {
        isShown = false
        clearTimeout(timer)
        removeEventListener('online', ask)
      }
    }, [failures])
    if (Loaded) return <Loaded {...props} />
    return failures === 0 ? <Loading shape={shape} /> : <Missing />
  }
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
