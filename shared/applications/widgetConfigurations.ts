import { recordsOf } from '../lib/db/crud.ts'

export interface WidgetConfigurationFields {
  name: string
  /** null: no agent, or a deleted agent. */
  agent_id: string | null
  title: string | null
  greeting: string | null
  suggested_questions: string[]
  /** Hex colours, by part of the widget. */
  colors: Record<string, string>
  position: 'bottom-right' | 'bottom-left'
  theme: 'auto' | 'light' | 'dark'
  /** As BCP 47. */
  locale: string | null
  /** Texts that replace the widget's own, by name. */
  texts: Record<string, string>
  /** Whether a visitor's chats outlive the browser tab. */
  remember: boolean
  /** Whether visitors can ask for a person. */
  offers_people: boolean
}

/** Defaults of a widget's configuration. */
const DEFAULTS: Omit<WidgetConfigurationFields, 'name'> = {
  agent_id: null,
  title: null,
  greeting: null,
  suggested_questions: [],
  colors: {},
  position: 'bottom-right',
  theme: 'auto',
  locale: null,
  texts: {},
  remember: false,
  offers_people: false,
}

export interface WidgetConfiguration extends WidgetConfigurationFields {
  id: string
  created_at: Date
  updated_at: Date
}

export const widgetConfigurationRecords = recordsOf<WidgetConfiguration>({
  table: 'widget_configurations',
  name: 'widget configuration',
  defaults: DEFAULTS,
})
