import { RefreshCw, X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { Button } from '../../components/Button.tsx'
import { PeriodPicker } from '../../components/charts/Period.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { t } from '../../lib/texts.tsx'

interface BarProps {
  route: string
  /** The query for downloads: everything that the view shows. */
  query: Readonly<Record<string, string | number | undefined>>
  onRefresh: () => void
  /** Clears the filters; undefined: none is set. */
  onClear?: (() => void) | undefined
  /** The fields of the filters. */
  children?: ComponentChildren
}

/** The controls of a view: its period, its downloads and its filters. */
export const Bar = ({ route, query, onRefresh, onClear, children }: BarProps) => (
  <div class="analytics-bar">
    <div class="row spread">
      <PeriodPicker byDefault="7d" />
      <div class="row">
        <Button icon={RefreshCw} onClick={onRefresh}>
          {t('Refresh')}
        </Button>
        <Downloads path={`/api/v1/analytics/${route}`} query={query} />
      </div>
    </div>
    {children && (
      <div class="filters">
        {children}
        {onClear && (
          <Button kind="quiet" icon={X} onClick={onClear}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
    )}
  </div>
)
