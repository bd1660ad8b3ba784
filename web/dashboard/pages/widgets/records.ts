import { useQuery } from '@tanstack/preact-query'
import { answerOf, api, type Schemas } from '../../api.ts'

export type Configuration = Schemas['WidgetConfiguration']

/** What of a configuration is its owner's to write. */
export type Draft = Omit<Configuration, 'id' | 'created_at' | 'updated_at'>

/** Most items of a menu; nobody reads a longer one. */
const MOST = 100

/** Newest first. */
export const useAgents = () =>
  useQuery({
    queryKey: ['agents', 'menu'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/agents', { params: { query: { limit: MOST } } }))).data,
  })

/** Newest first. */
export const useApplications = (enabled = true) =>
  useQuery({
    queryKey: ['applications', 'menu'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/applications', { params: { query: { limit: MOST } } }))).data,
    enabled,
  })

/** Newest first. */
export const useConfigurations = (enabled = true) =>
  useQuery({
    queryKey: ['widgets', 'menu'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/widget-configurations', { params: { query: { limit: MOST } } }))).data,
    enabled,
  })

const languageNames = new Intl.DisplayNames(navigator.language, { type: 'language' })

/** The name of a BCP 47 tag, such as `German`; an invalid tag stays as it is. */
export function nameOfLanguage(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}
