import { RefreshCw, X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { Button } from '../../components/Button.tsx'
import { PeriodPicker } from '../../components/charts/Period.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'

interface BarProps {
  route: string
  /** The download's query: everything that the view shows. */
  query: Readonly<Record<string, string | number | undefined>>
  onRefresh: () => void
  /** Shown if a filter is set. */
  onClear?: (() => void) | undefined
  /** The filters. */
  children?: ComponentChildren
}

/** What a view shows, and the same as files. */
export const Bar = ({ route, query, onRefresh, onClear, children }: BarProps) => (
  <div class="analytics-bar">
    <div class="row spread">
      <PeriodPicker />
      <div class="row">
        <Button kind="quiet" icon={RefreshCw} label="Up to now" onClick={onRefresh} />
        <Downloads path={`/api/v1/analytics/${route}`} query={query} />
      </div>
    </div>
    {children && (
      <div class="filters">
        {children}
        {onClear && (
          <Button kind="quiet" icon={X} onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    )}
  </div>
)
