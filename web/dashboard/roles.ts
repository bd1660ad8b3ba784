import type { Schemas } from './api.ts'

export type Role = Schemas['User']['role']

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
}

/** Completes the sentence "You can …" for each role. */
export const MAY: Readonly<Record<Role, string>> = {
  owner: 'manage everything, including people, secrets and limits',
  editor: 'manage agents, knowledge, widgets and conversations, but not people, secrets or limits',
  viewer: 'view everything, but change nothing',
}

export const ROLE_OPTIONS: readonly (readonly [Role, string])[] = [
  ['viewer', 'Viewer: can view everything'],
  ['editor', 'Editor: can manage agents, knowledge and widgets'],
  ['owner', 'Owner: can manage everything, including people'],
]
