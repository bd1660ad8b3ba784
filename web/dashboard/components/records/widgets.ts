import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, dataOf, type Schemas } from '../../lib/api.ts'
import { locale } from '../../lib/language.ts'

export type Configuration = Schemas['WidgetConfiguration']

/** The fields of a configuration that its owner sets. */
export type Draft = Omit<Configuration, 'object' | 'id' | 'created_at' | 'updated_at'>

/** The most items of a menu. A longer menu is of no use. */
const MOST = 100

/** Reads the agents for a menu, newest first. */
export const useAgents = () =>
  useQuery({
    queryKey: ['agents', 'menu'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/agents', { params: { query: { limit: MOST } } }))).data,
  })

/** Reads the applications for a menu, newest first. */
export const useApplications = (enabled = true) =>
  useQuery({
    queryKey: ['applications', 'menu'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/applications', { params: { query: { limit: MOST } } })))
        .data,
    enabled,
  })

/** Reads the widgets for a menu, newest first. */
export const useConfigurations = (enabled = true) =>
  useQuery({
    queryKey: ['widgets', 'menu'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/v1/widget-configurations', { params: { query: { limit: MOST } } }),
        )
      ).data,
    enabled,
  })

const languageNames = new Intl.DisplayNames(locale, { type: 'language' })

/** Returns the name of a BCP 47 tag, such as `German`, or an invalid tag itself. */
export function nameOfLanguage(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

export const deleteConfiguration = (id: string): Promise<unknown> =>
  dataOf(api.DELETE('/api/v1/widget-configurations/{id}', { params: { path: { id } } }))
