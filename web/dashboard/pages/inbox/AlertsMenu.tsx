import { Bell, BellOff } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Menu } from '../../components/lists/Menu.tsx'
import { canNotify, switchAlerts, useAlerts } from '../../inbox/alerts.ts'
import { t } from '../../lib/texts.tsx'

/**
 * Switches the sound and the browser's notifications. Both are off until the user switches them on.
 */
export function AlertsMenu() {
  const { sound, notifications } = useAlerts()
  const [isRefused, setRefused] = useState(false)
  const notify = async (isOn: boolean) => setRefused(!(await switchAlerts({ notifications: isOn })))
  return (
    <Menu name={t('Alerts')} icon={sound || notifications ? Bell : BellOff}>
      <div class="alerts stack">
        <p class="small muted">{t('When a customer starts to wait, in this browser.')}</p>
        <label class="check">
          <input
            type="checkbox"
            checked={sound}
            onChange={({ currentTarget }) => switchAlerts({ sound: currentTarget.checked })}
          />
          {t('Sound')}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={notifications}
            disabled={!canNotify()}
            onChange={({ currentTarget }) => notify(currentTarget.checked)}
          />
          {t('Browser notification')}
        </label>
        {isRefused && (
          <p class="small" role="alert">
            {t(
              'Your browser does not allow notifications for this page. Allow them in its settings.',
            )}
          </p>
        )}
      </div>
    </Menu>
  )
}
