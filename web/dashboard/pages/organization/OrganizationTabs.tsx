import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../texts.tsx'

/** The organization's own page, its budgets, and the one about the service. */
export const OrganizationTabs = () => (
  <Tabs
    label={t('Organization')}
    tabs={[
      ['/organization', t('Settings')],
      ['/organization/budgets', t('Budgets')],
      ['/organization/service', t('Service')],
    ]}
  />
)
