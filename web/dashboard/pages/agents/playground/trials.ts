import { api, dataOf, type Schemas } from '../../../lib/api.ts'
import type { Agent } from '../agentData.ts'

export type Trial = Schemas['AgentTrial']

/** The body of a trial: see `POST /api/v1/agents/{agent_id}/trials`. */
export interface TrialQuestion {
  /** Unsaved settings; empty: the saved agent. */
  settings: Partial<Agent>
  question?: string
  history?: { role: 'user' | 'assistant'; content: string }[]
  traits?: object
  /** false: only the prompt is built. */
  answer?: boolean
}

const PAUSE_MS = 1_000

/**
 * Asks a question with unsaved settings, and waits for the outcome.
 * @throws ApiError
 */
export async function askTrial(
  agent_id: string,
  asked: TrialQuestion,
  signal: AbortSignal,
): Promise<Trial> {
  // A trial calls no tools.
  const { tool_ids: _, ...settings } = asked.settings
  let trial = await dataOf(
    api.POST('/api/v1/agents/{agent_id}/trials', {
      params: { path: { agent_id } },
      body: { ...asked, settings } as never,
      signal,
    }),
  )
  while (trial.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    trial = await dataOf(
      api.GET('/api/v1/agents/{agent_id}/trials/{id}', {
        params: { path: { agent_id, id: trial.id } },
        signal,
      }),
    )
  }
  return trial
}
