import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import type { SentCall } from '../../shared/lib/catalog/protocols/callPieces.ts'
import type { ContentPart } from '../../shared/lib/catalog/protocols/provider.ts'
import type { AskedCall } from '../../shared/tools/steps.ts'
import type { PromptImage } from '../prompt/attachments.ts'
import type { CallsMessage, ModelMessage, PromptMessage } from '../prompt/prompt.ts'
import { callIds } from './callIds.ts'

/** How messages are written for a model. */
export interface MessageForm {
  /** `provider:model` or `connection:model` */
  model: string
  /** The types of images that the model takes. */
  imageTypes: readonly AttachmentType[]
  /** See `Provider`; undefined: the provider has no such mark. */
  cachedUpTo?: ((text: string) => ContentPart[] | undefined) | undefined
}

/**
 * Makes LangChain's messages. They contain the images that the model takes; their texts mention the
 * other images. The model gets its own calls back as it made them.
 */
export function toLangChain(messages: readonly ModelMessage[], form: MessageForm): BaseMessage[] {
  const idOf = callIds(messages, form.model)
  return messages.map((message) => {
    if (message.role === 'tool') {
      const { call, content, model } = message
      return new ToolMessage({ content, tool_call_id: idOf(call, model), name: nameOf(call) })
    }
    return 'calls' in message ? ofCalls(message, form.model, idOf) : ofText(message, form)
  })
}

function ofCalls(
  { calls, content, model, thoughts }: CallsMessage,
  asked: string,
  idOf: ReturnType<typeof callIds>,
): AIMessage {
  const isOwn = model === asked
  const tool_calls = calls.map((call): SentCall => {
    const { input, signature } = call
    const args = input ?? {}
    const sent = {
      id: idOf(call, model),
      name: nameOf(call),
      args,
      type: 'tool_call',
      isOwn,
    } as const
    return { ...sent, ...(isOwn && signature && { signature }) }
  })
  const additional_kwargs = isOwn && thoughts ? { reasoning_content: thoughts } : {}
  return new AIMessage({ content, tool_calls, additional_kwargs })
}

/**
 * Returns the name of a call in the form that providers take: a model may have written anything
 * for a name.
 */
const nameOf = ({ name }: AskedCall) => {
  const known = name.replace(/[^\w-]/g, '_').slice(0, 64)
  return /^[a-z_]/i.test(known) ? known : `_${known}`.slice(0, 64)
}

function ofText(
  message: PromptMessage,
  { imageTypes: types, cachedUpTo }: MessageForm,
): BaseMessage {
  const { role, content, images = [], isStable } = message
  const shown = (isStable && cachedUpTo?.(content)) || content
  if (role === 'system') return new SystemMessage({ content: shown })
  if (role === 'assistant') return new AIMessage({ content: shown })
  const text = [content, ...images.filter(({ type }) => !types.includes(type)).map(unseen)].join(
    '\n',
  )
  const seen = images.filter(({ type }) => types.includes(type))
  if (!seen.length) return new HumanMessage(text)
  return new HumanMessage({ content: [{ type: 'text', text }, ...seen.map(partOf)] })
}

/** Writes an image in OpenAI's form, which LangChain's clients of all providers read. */
const partOf = ({ type, data }: PromptImage) => ({
  type: 'image_url' as const,
  image_url: { url: `data:${type};base64,${data}` },
})

const unseen = ({ name }: PromptImage) =>
  `(The user attached an image, ${JSON.stringify(name)}, which you cannot see. If the answer depends on it, say that you cannot see images, and ask for what is needed in words.)`
