import { LoaderCircle } from 'lucide-preact'
import { Skeleton, type SkeletonShape } from './states/Skeleton.tsx'

export const Spinner = () => <LoaderCircle size={17} class="spinner" aria-hidden="true" />

/**
 * A placeholder with the shape of what is loading.
 * @param what the name of what is loading, if the page does not show it already
 */
export const Loading = ({ what, shape }: { what?: string; shape?: SkeletonShape }) =>
  what === undefined ? (
    <Skeleton shape={shape} />
  ) : (
    <div class="loading" role="status">
      <Spinner />
      {what}
    </div>
  )
