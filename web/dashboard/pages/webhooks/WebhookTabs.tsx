import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../lib/texts.tsx'

export const WebhookTabs = () => (
  <Tabs
    label={t('Webhooks')}
    tabs={[
      ['/webhooks', t('Endpoints')],
      ['/webhooks/events', t('Events')],
    ]}
  />
)
