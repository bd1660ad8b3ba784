import {
  AppWindow,
  Bot,
  FileUp,
  Globe,
  Keyboard,
  type LucideIcon,
  MessageCircleQuestion,
  Palette,
  Plug,
  UserPlus,
  Webhook,
  Wrench,
} from 'lucide-preact'
import { SECTION_KEYS } from '../components/shortcuts.ts'
import type { Role } from '../lib/roles.ts'
import { t } from '../lib/texts.tsx'
import { OWN_ACCOUNT, sectionsFor } from '../sections.ts'

/** An entry of the palette that opens a page or does something. */
export interface Command {
  id: string
  name: string
  /** A few more words about the entry. */
  hint?: string | undefined
  /** A line of text in which the search term was found. */
  excerpt?: string
  /** The search term, which name and excerpt mark. */
  found?: string
  icon: LucideIcon
  keys?: readonly string[]
  /** The path that it opens; undefined: it opens the list of shortcuts. */
  path?: string
}

export interface CommandGroup {
  name: string
  commands: readonly Command[]
}

interface Rights {
  role: Role
  mayChange: boolean
  isOwner: boolean
}

/** Returns the commands that need no search, by the user's rights. */
export const commandsFor = ({ role, mayChange, isOwner }: Rights): CommandGroup[] => [
  {
    name: t('Go to'),
    commands: [...sectionsFor(role).flatMap(({ sections }) => sections), OWN_ACCOUNT].map(
      ({ path, name, icon }) => ({
        id: path,
        name,
        icon,
        path,
        ...(SECTION_KEYS[path] && { keys: ['g', SECTION_KEYS[path]] }),
      }),
    ),
  },
  {
    name: t('Create'),
    commands: [
      ...(mayChange
        ? [
            { id: 'new-agent', name: t('New agent'), icon: Bot, path: '/agents/new' },
            {
              id: 'new-pair',
              name: t('New question and answer'),
              icon: MessageCircleQuestion,
              path: '/knowledge?new=pair',
            },
            { id: 'new-files', name: t('New files'), icon: FileUp, path: '/knowledge?new=files' },
            {
              id: 'new-pages',
              name: t('New web pages'),
              icon: Globe,
              path: '/knowledge?new=pages',
            },
            { id: 'new-widget', name: t('New widget'), icon: Palette, path: '/widgets?new' },
          ]
        : []),
      ...(isOwner
        ? [
            {
              id: 'new-application',
              name: t('New application'),
              icon: AppWindow,
              path: '/applications?new',
            },
            {
              id: 'new-endpoint',
              name: t('New webhook endpoint'),
              icon: Webhook,
              path: '/webhooks?new',
            },
            {
              id: 'new-tool',
              name: t('New tool'),
              icon: Wrench,
              path: '/tools?new',
            },
            {
              id: 'new-connection',
              name: t('New connection'),
              icon: Plug,
              path: '/connections?new',
            },
            {
              id: 'new-invitation',
              name: t('New invitation'),
              icon: UserPlus,
              path: '/people?new',
            },
          ]
        : []),
    ],
  },
  {
    name: t('Help'),
    commands: [{ id: 'shortcuts', name: t('Keyboard shortcuts'), icon: Keyboard, keys: ['?'] }],
  },
]

const MARKS = /\p{M}/gu
const plain = (text: string) => text.normalize('NFD').replace(MARKS, '').toLowerCase()

/**
 * Returns how well a name matches a typed text: 0 for no match, the most if the name begins with
 * it.
 */
function fitOf(name: string, typed: string): number {
  const whole = plain(name)
  if (whole.startsWith(typed)) return 3
  const words = typed.split(' ').filter(Boolean)
  if (words.every((word) => ` ${whole}`.includes(` ${word}`))) return 2
  return words.every((word) => whole.includes(word)) ? 1 : 0
}

/** Returns the commands whose name or hint matches, best first. */
export function fitting(commands: readonly Command[], typed: string): Command[] {
  const sought = plain(typed.trim())
  if (!sought) return [...commands]
  return commands
    .map((command) => ({
      command,
      fit: Math.max(fitOf(command.name, sought), fitOf(command.hint ?? '', sought) / 2),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((left, right) => right.fit - left.fit)
    .map(({ command }) => command)
}
