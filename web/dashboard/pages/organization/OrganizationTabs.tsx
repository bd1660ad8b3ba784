import { useRights } from '../../components/session.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../lib/texts.tsx'

/** Tabs: the organization, its budgets, sign-in (for owners), and the service. */
export function OrganizationTabs() {
  const { isOwner } = useRights()
  return (
    <Tabs
      label={t('Organization')}
      tabs={[
        ['/organization', t('Settings')],
        ['/organization/budgets', t('Budgets')],
        ...(isOwner ? ([['/organization/sign-in', t('Single sign-on')]] as const) : []),
        ['/organization/service', t('Service')],
      ]}
    />
  )
}
