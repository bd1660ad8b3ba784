import {
  AppWindow,
  Bot,
  ChartNoAxesCombined,
  Gauge,
  Inbox as InboxIcon,
  Library,
  type LucideIcon,
  MessagesSquare,
  Palette,
  Plug,
  ScrollText,
  Settings,
  UserRound,
  Users,
  Webhook,
  Wrench,
} from 'lucide-preact'
import type { ComponentType } from 'preact'
import { type OnDemand, onDemand } from './components/onDemand.tsx'
import type { Role } from './lib/roles.ts'
import { t } from './lib/texts.tsx'

export interface Section {
  /** The path of its first page, below /dashboard. The paths of its other pages begin with it. */
  path: string
  name: string
  icon: LucideIcon
  page: OnDemand<object>
}

const section = (
  path: string,
  name: string,
  icon: LucideIcon,
  load: () => Promise<ComponentType>,
): Section => ({
  path,
  name,
  icon,
  page: onDemand(load, { isFirst: path === '/' }),
})

/**
 * The navigation, by groups. A section loads when it is opened. Its pages are in the folder of its
 * name.
 */
export const SECTIONS: readonly { group: string; sections: readonly Section[] }[] = [
  {
    group: t('Activity'),
    sections: [
      section('/', t('Overview'), Gauge, () =>
        import('./pages/overview/Overview.tsx').then(({ Overview }) => Overview),
      ),
      section('/inbox', t('Inbox'), InboxIcon, () =>
        import('./pages/inbox/Inbox.tsx').then(({ Inbox }) => Inbox),
      ),
      section('/conversations', t('Conversations'), MessagesSquare, () =>
        import('./pages/conversations/Conversations.tsx').then(
          ({ Conversations }) => Conversations,
        ),
      ),
      section('/customers', t('Customers'), UserRound, () =>
        import('./pages/customers/Customers.tsx').then(({ Customers }) => Customers),
      ),
    ],
  },
  {
    group: t('Build'),
    sections: [
      section('/agents', t('Agents'), Bot, () =>
        import('./pages/agents/Agents.tsx').then(({ Agents }) => Agents),
      ),
      section('/knowledge', t('Knowledge'), Library, () =>
        import('./pages/knowledge/Knowledge.tsx').then(({ Knowledge }) => Knowledge),
      ),
      section('/tools', t('Tools'), Wrench, () =>
        import('./pages/tools/Tools.tsx').then(({ Tools }) => Tools),
      ),
      section('/widgets', t('Widgets'), Palette, () =>
        import('./pages/widgets/Widgets.tsx').then(({ Widgets }) => Widgets),
      ),
      section('/applications', t('Applications'), AppWindow, () =>
        import('./pages/applications/Applications.tsx').then(({ Applications }) => Applications),
      ),
      section('/webhooks', t('Webhooks'), Webhook, () =>
        import('./pages/webhooks/Webhooks.tsx').then(({ Webhooks }) => Webhooks),
      ),
    ],
  },
  {
    group: t('Manage'),
    sections: [
      section('/analytics', t('Analytics'), ChartNoAxesCombined, () =>
        import('./pages/analytics/Analytics.tsx').then(({ Analytics }) => Analytics),
      ),
      section('/connections', t('Connections'), Plug, () =>
        import('./pages/connections/Connections.tsx').then(({ Connections }) => Connections),
      ),
      section('/people', t('Members'), Users, () =>
        import('./pages/people/People.tsx').then(({ People }) => People),
      ),
      section('/audit', t('Audit'), ScrollText, () =>
        import('./pages/audit/Audit.tsx').then(({ Audit }) => Audit),
      ),
      section('/organization', t('Organization'), Settings, () =>
        import('./pages/organization/Organization.tsx').then(({ Organization }) => Organization),
      ),
    ],
  },
]

/** Not in the navigation. */
export const OWN_ACCOUNT = section('/account', t('Your account'), UserRound, () =>
  import('./pages/account/Account.tsx').then(({ Account }) => Account),
)

/** The sections of users who answer customers, and see nothing else. */
const OF_AGENTS: readonly string[] = ['/inbox', '/customers']

/** Returns the navigation of users with this role. */
export const sectionsFor = (role: Role): typeof SECTIONS =>
  role === 'agent'
    ? SECTIONS.map(({ group, sections }) => ({
        group,
        sections: sections.filter(({ path }) => OF_AGENTS.includes(path)),
      })).filter(({ sections }) => sections.length > 0)
    : SECTIONS

const ALL = [...SECTIONS.flatMap(({ sections }) => sections), OWN_ACCOUNT]

/** Whether the section has the page at this address below /dashboard. */
export const isAt = ({ path }: Pick<Section, 'path'>, at: string) =>
  path === '/' ? at === '/' : at === path || at.startsWith(`${path}/`)

/**
 * Loads the section at the address in parallel with the other parts of a first page. The section
 * itself shows a failure.
 */
export function loadSectionAt(at: string): void {
  ALL.find((section) => isAt(section, at))
    ?.page.ask()
    .catch(() => undefined)
}

/** The page behind an invitation's link, for people who cannot sign in yet. */
export const INVITATION = onDemand(() =>
  import('./pages/invitation/Invitation.tsx').then(({ Invitation }) => Invitation),
)

/**
 * The page that leads to an organization's identity provider, and to which the provider sends
 * people back.
 */
export const SINGLE_SIGN_ON = onDemand(() =>
  import('./pages/single-sign-on/SingleSignOn.tsx').then(({ SingleSignOn }) => SingleSignOn),
)

/** The pages for users who forgot their password. */
export const FORGOTTEN = onDemand(() =>
  import('./pages/reset/Forgotten.tsx').then(({ Forgotten }) => Forgotten),
)
export const RESET = onDemand(() => import('./pages/reset/Reset.tsx').then(({ Reset }) => Reset))
