import type { Schemas } from './api.ts'

export type Role = Schemas['User']['role']

/** What each role may do, to follow "you can". */
export const MAY: Readonly<Record<Role, string>> = {
  owner: 'do everything here, also with people, secrets and limits',
  editor: 'change agents, knowledge, widgets and conversations, but not people, secrets and limits',
  viewer: 'look at everything, and change nothing',
}

export const ROLE_OPTIONS: readonly (readonly [Role, string])[] = [
  ['viewer', 'Viewer: looks, and changes nothing'],
  ['editor', 'Editor: changes agents, knowledge, widgets'],
  ['owner', 'Owner: may do everything, people too'],
]
