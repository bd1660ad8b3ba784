import { v7 as uuid } from 'uuid'
import { recordsOf } from '../../db/crud.ts'
import { type Db, sql } from '../../db/db.ts'

export interface WidgetConfigurationFields {
  name: string
  /** null: none, or one that was deleted. */
  agent_id: string | null
  title: string | null
  greeting: string | null
  suggested_questions: string[]
  /** Hex colours, by what they are for. */
  colors: Record<string, string>
  position: 'bottom-right' | 'bottom-left'
  theme: 'auto' | 'light' | 'dark'
  /** BCP 47. */
  locale: string | null
  /** The widget's own words, by where they stand. */
  texts: Record<string, string>
}

/** What a widget looks like where nothing else is said. */
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
}

export interface WidgetConfiguration extends WidgetConfigurationFields {
  id: string
  created_at: Date
  updated_at: Date
}

/** The caller has checked the agent. */
export async function createWidgetConfiguration(
  db: Db,
  organizationId: string,
  fields: Pick<WidgetConfigurationFields, 'name'> & Partial<WidgetConfigurationFields>,
): Promise<WidgetConfiguration> {
  const made = { ...DEFAULTS, ...fields }
  const [created] = await sql<WidgetConfiguration>(db)`
    insert into widget_configurations (id, organization_id, name, agent_id, title, greeting, suggested_questions,
                                       colors, position, theme, locale, texts)
    values (${uuid()}, ${organizationId}, ${made.name}, ${made.agent_id}, ${made.title}, ${made.greeting},
            ${made.suggested_questions}, ${JSON.stringify(made.colors)}::jsonb, ${made.position}, ${made.theme},
            ${made.locale}, ${JSON.stringify(made.texts)}::jsonb)
    returning *`
  return created!
}

export const widgetConfigurationRecords = recordsOf<WidgetConfiguration>({
  table: 'widget_configurations',
  name: 'widget configuration',
  defaults: { ...DEFAULTS },
})
