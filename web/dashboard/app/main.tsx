import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { queries } from '../lib/api.ts'
import { App } from './App.tsx'
import '../styles/font.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/shell.css'
import '../styles/components.css'
// Loads all styles at once, 9 kB compressed, because a section whose script is requested again
// would get no styles.
import 'uplot/dist/uPlot.min.css'
import '../components/charts/chart.css'
import '../components/charts/period.css'
import '../components/json.css'
import '../palette/palette.css'
import '../pages/overview/overview.css'
import '../pages/conversations/conversations.css'
import '../pages/inbox/inbox.css'
import '../pages/customers/customers.css'
import '../pages/agents/agents.css'
import '../pages/knowledge/knowledge.css'
import '../pages/widgets/widgets.css'
import '../pages/applications/applications.css'
import '../pages/analytics/analytics.css'
import '../pages/audit/audit.css'
import '../pages/connections/connections.css'
import '../pages/tools/tools.css'
import '../pages/webhooks/webhooks.css'
import '../pages/organization/budgets/budgets.css'
import '../pages/organization/hours.css'
import '../pages/organization/service/service.css'
import '../styles/forced-colors.css'
import { applyTheme } from '../lib/theme.ts'
import { loadSectionAt } from '../sections.ts'

applyTheme()
// Loads the section now, without waiting for the session to be read.
loadSectionAt(location.pathname.slice('/dashboard'.length) || '/')
const root = document.getElementById('dashboard')!
root.replaceChildren()
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  root,
)
