import { LoaderCircle } from 'lucide-preact'

export const Spinner = () => <LoaderCircle size={17} class="spinner" aria-hidden="true" />

/** A placeholder for something that loads. */
export const Loading = ({ what = 'Loading …' }: { what?: string }) => (
  <div class="loading" role="status">
    <Spinner />
    {what}
  </div>
)
