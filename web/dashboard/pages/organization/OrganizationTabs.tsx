import { useRights } from '../../components/session.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../lib/texts.tsx'

/**
 * The organization's own page, its budgets, the page about signing in, for owners, and the one
 * about the service.
 */
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
