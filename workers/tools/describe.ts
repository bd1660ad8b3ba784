import { forModels } from '../../shared/tools/inputSchema.ts'
import type { Tool } from '../../shared/tools/tools.ts'
import type { OfferedTool } from '../prompt/prompt.ts'

/** Whether a model may be offered a tool: it is on, and its server says what an owner accepted. */
export const isOffered = ({ is_active, mcp_change }: Tool): boolean => is_active && !mcp_change

/** Describes the tools that are on to a model, in the owner's order. */
export const describeTools = (tools: readonly Tool[]): OfferedTool[] =>
  tools.filter(isOffered).map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: forModels(tool),
  }))
