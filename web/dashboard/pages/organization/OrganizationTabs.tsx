import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../texts.tsx'

/** The organization's own page, and the one about the service. */
export const OrganizationTabs = () => (
  <Tabs
    label={t('Organization')}
    tabs={[
      ['/organization', t('Settings')],
      ['/organization/service', t('Service')],
    ]}
  />
)
