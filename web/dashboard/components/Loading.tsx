import { LoaderCircle } from 'lucide-preact'

export const Spinner = () => <LoaderCircle size={17} class="spinner" aria-hidden="true" />

/** What stands where something will be in a moment. */
export const Loading = ({ what = 'Loading …' }: { what?: string }) => (
  <div class="loading" role="status">
    <Spinner />
    {what}
  </div>
)
