import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../texts.tsx'

export const WebhookTabs = () => (
  <Tabs
    label={t('Webhooks')}
    tabs={[
      ['/webhooks', t('Endpoints')],
      ['/webhooks/events', t('Events')],
    ]}
  />
)
