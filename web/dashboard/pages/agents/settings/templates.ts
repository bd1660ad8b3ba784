import { t } from '../../../lib/texts.tsx'
import type { Draft } from './agentDraft.ts'
import type texts from './templates/en.json'

export type Templates = Record<keyof typeof texts, Template>
export type TemplateName = keyof Templates

/** The settings that a template fills in. */
type Template = Record<
  'name' | 'description' | 'tone' | 'instructions' | 'greeting' | 'fallback_message',
  string
> & { default_tasks: string[] }

/** What each template is for, in the order of the choice. */
export const TEMPLATE_NAMES: Record<TemplateName, string> = {
  support: t('Support'),
  shop: t('Shop'),
  internal: t('Internal help desk'),
  booking: t('Booking'),
}

/** The templates by their language: those of the widget. A file loads when it is needed. */
export const TEMPLATES: Readonly<Record<string, () => Promise<{ default: Templates }>>> = {
  en: () => import('./templates/en.json'),
  de: () => import('./templates/de.json'),
  fr: () => import('./templates/fr.json'),
  es: () => import('./templates/es.json'),
  it: () => import('./templates/it.json'),
  pt: () => import('./templates/pt.json'),
  nl: () => import('./templates/nl.json'),
  pl: () => import('./templates/pl.json'),
  tr: () => import('./templates/tr.json'),
  ar: () => import('./templates/ar.json'),
  zh: () => import('./templates/zh.json'),
  ja: () => import('./templates/ja.json'),
}

/** The template's settings, as the form has them. */
export async function readTemplate(name: TemplateName, language: string): Promise<Partial<Draft>> {
  const { [name]: template } = (await TEMPLATES[language]!()).default
  return { ...template, language, default_tasks: template.default_tasks.join('\n') }
}
