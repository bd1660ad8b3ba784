import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../lib/texts.tsx'

export const ToolTabs = () => (
  <Tabs
    label={t('Tools')}
    tabs={[
      ['/tools', t('All tools')],
      ['/tools/servers', t('MCP servers')],
    ]}
  />
)
