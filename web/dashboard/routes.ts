import {
  AppWindow,
  Bot,
  ChartNoAxesCombined,
  Gauge,
  Library,
  type LucideIcon,
  MessagesSquare,
  Palette,
  ScrollText,
  Settings,
  UserRound,
  Users,
} from 'lucide-preact'
import type { ComponentType } from 'preact'
import { lazy } from 'preact/compat'

/** A page's module, whose `default` is the page. */
type Load = () => Promise<{ default: ComponentType }>

export interface Section {
  /** Its address below /dashboard, and of all pages in it. */
  path: string
  name: string
  icon: LucideIcon
  page: ComponentType
}

const section = (path: string, name: string, icon: LucideIcon, load: Load): Section => ({
  path,
  name,
  icon,
  page: lazy(load),
})

const loaded = <Name extends string>(module: Promise<Record<Name, ComponentType>>, name: Name) =>
  module.then((exports) => ({ default: exports[name] }))

/** The navigation, by groups. Each section is loaded when it is opened, and has its pages in a folder of its name. */
export const SECTIONS: readonly { group: string; sections: readonly Section[] }[] = [
  {
    group: 'Now',
    sections: [
      section('/', 'Overview', Gauge, () => loaded(import('./pages/overview/Overview.tsx'), 'Overview')),
      section('/conversations', 'Conversations', MessagesSquare, () =>
        loaded(import('./pages/conversations/Conversations.tsx'), 'Conversations'),
      ),
      section('/customers', 'Customers', UserRound, () =>
        loaded(import('./pages/customers/Customers.tsx'), 'Customers'),
      ),
    ],
  },
  {
    group: 'Build',
    sections: [
      section('/agents', 'Agents', Bot, () => loaded(import('./pages/agents/Agents.tsx'), 'Agents')),
      section('/knowledge', 'Knowledge', Library, () =>
        loaded(import('./pages/knowledge/Knowledge.tsx'), 'Knowledge'),
      ),
      section('/widgets', 'Widgets', Palette, () => loaded(import('./pages/widgets/Widgets.tsx'), 'Widgets')),
      section('/applications', 'Applications', AppWindow, () =>
        loaded(import('./pages/applications/Applications.tsx'), 'Applications'),
      ),
    ],
  },
  {
    group: 'Look after',
    sections: [
      section('/analytics', 'Analytics', ChartNoAxesCombined, () =>
        loaded(import('./pages/analytics/Analytics.tsx'), 'Analytics'),
      ),
      section('/people', 'People', Users, () => loaded(import('./pages/people/People.tsx'), 'People')),
      section('/audit', 'Audit', ScrollText, () => loaded(import('./pages/audit/Audit.tsx'), 'Audit')),
      section('/organization', 'Organization', Settings, () =>
        loaded(import('./pages/organization/Organization.tsx'), 'Organization'),
      ),
    ],
  },
]

/** Reached from elsewhere than the navigation. */
export const OWN_ACCOUNT = section('/account', 'Your account', UserRound, () =>
  loaded(import('./pages/account/Account.tsx'), 'Account'),
)

/** For whoever was handed its link: the only page for those who cannot sign in yet. */
export const INVITATION = lazy(() => loaded(import('./pages/invitation/Invitation.tsx'), 'Invitation'))
