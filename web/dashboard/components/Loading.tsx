import { LoaderCircle } from 'lucide-preact'
import { Skeleton, type SkeletonShape } from './states/Skeleton.tsx'

export const Spinner = () => <LoaderCircle size={17} class="spinner" aria-hidden="true" />

/**
 * A placeholder for something that loads: its shape.
 * @param what says in words what the user waits for, if that is no part of the page
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
