import type { Schemas } from './api.ts'
import { t } from './texts.tsx'

export type Role = Schemas['User']['role']

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: t('Owner'),
  editor: t('Editor'),
  agent: t('Agent'),
  viewer: t('Viewer'),
}

/** What each role may do, in a sentence. */
export const MAY: Readonly<Record<Role, string>> = {
  owner: t('Owners manage everything, including members, secrets and limits.'),
  editor: t(
    'Editors manage agents, knowledge, widgets and conversations, but not members, secrets or limits.',
  ),
  agent: t(
    'Agents answer customers in the inbox and see customers, and nothing else of the organization.',
  ),
  viewer: t('Viewers see everything, but change nothing.'),
}

export const ROLE_OPTIONS: readonly (readonly [Role, string])[] = [
  ['viewer', t('Viewer: can view everything')],
  ['agent', t('Agent: inbox and customers alone')],
  ['editor', t('Editor: can manage agents, knowledge and widgets')],
  ['owner', t('Owner: can manage everything, including members')],
]
