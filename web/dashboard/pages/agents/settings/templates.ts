import type { Draft } from '../../../components/records/agentDraft.ts'
import { t } from '../../../lib/texts.tsx'
import type texts from './templates/en.json'

export type Templates = Record<keyof typeof texts, Template>
export type TemplateName = keyof Templates

/** The settings that a template fills in. */
type Template = Record<
  'name' | 'description' | 'tone' | 'instructions' | 'greeting' | 'fallback_message',
  string
> & { default_tasks: string[] }

/** The purpose of each template, in the order of the menu. */
export const TEMPLATE_NAMES: Record<TemplateName, string> = {
  support: t('Support'),
  shop: t('Shop'),
  internal: t('Internal help desk'),
  booking: t('Booking'),
}

const files = import.meta.glob<Templates>('./templates/*.json', { import: 'default' })

/** Templates by language. A file loads when it is needed. */
export const TEMPLATES: Readonly<Record<string, () => Promise<Templates>>> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.split(/[/.]/).at(-2)!, load]),
)

/**
 * Returns the template's settings, as the form holds them. Each template lets customers have a
 * person when they ask for one.
 */
export async function readTemplate(name: TemplateName, language: string): Promise<Partial<Draft>> {
  const { [name]: template } = await TEMPLATES[language]!()
  const default_tasks = template.default_tasks.join('\n')
  return { ...template, language, default_tasks, on_request: true }
}
