import { forModels } from '../../shared/tools/inputSchema.ts'
import type { Tool } from '../../shared/tools/tools.ts'
import type { OfferedTool, ToolFacts } from '../prompt/prompt.ts'

/** Whether a model may be offered a tool: it is on, and its server says what an owner accepted. */
export const isOffered = ({ is_active, mcp_change }: Tool): boolean => is_active && !mcp_change

/** Describes the tools that are on to a model, in the owner's order. */
export const describeTools = (tools: readonly Tool[]): OfferedTool[] =>
  tools.filter(isOffered).map(described)

/** Describes them to `builtin:extractive`. */
export const toolFacts = (tools: readonly Tool[]): ToolFacts[] =>
  tools.filter(isOffered).map((tool) => ({
    ...described(tool),
    title: tool.title,
    examples: tool.examples,
    effect: tool.effect,
  }))

const described = (tool: Tool): OfferedTool => ({
  name: tool.name,
  description: tool.description,
  parameters: forModels(tool),
})
