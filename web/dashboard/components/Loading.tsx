import { LoaderCircle } from 'lucide-preact'
import { t } from '../texts.tsx'

export const Spinner = () => <LoaderCircle size={17} class="spinner" aria-hidden="true" />

/** A placeholder for something that loads. */
export const Loading = ({ what = t('Loading …') }: { what?: string }) => (
  <div class="loading" role="status">
    <Spinner />
    {what}
  </div>
)
