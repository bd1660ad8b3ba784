import { type Completion, event, inputOf, ofTools, type Protocol, textOf } from './fixture.ts'

const WORDS = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY', calls: 'STOP' }
const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  promptTokenCount: input,
  cachedContentTokenCount: cached,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
})
const candidate = (text: string, finishReason?: string, calls: Completion['calls'] = []) => ({
  candidates: [
    {
      content: { role: 'model', parts: [...(text ? [{ text }] : []), ...calls.map(callPart)] },
      ...(finishReason && { finishReason }),
      index: 0,
    },
  ],
  modelVersion: 'm',
})
/** A call has an id from Gemini 3 on, and a signature if the model thinks. */
const callPart = (call: NonNullable<Completion['calls']>[number]) => ({
  functionCall: { ...(call.id && { id: call.id }), name: call.name, args: inputOf(call) },
  ...(call.signature && { thoughtSignature: call.signature }),
})
const partsOf = (contents: any[], name: string): any[] =>
  contents.flatMap(({ parts }) => parts.filter((part: any) => part[name]))
const error = (code: number, status: string, message: string) => ({
  error: { code, status, message },
})

/** Gemini's generateContent. In a stream, each event has the sums of tokens so far. */
export const generateContent: Protocol = {
  path: (model, isStreamed) =>
    `/v1beta/models/${model}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  key: (headers) => headers['x-goog-api-key'] as string,
  read: ({ path, body: { systemInstruction, contents, generationConfig, tools } }) => ({
    model: /models\/(.{1,40}):/.exec(path)?.[1],
    system: systemInstruction && textOf(systemInstruction.parts),
    turns: contents
      .filter(({ parts }: any) => !parts.some((part: any) => part.functionResponse))
      .map(({ role, parts }: any) => [role === 'model' ? 'assistant' : role, textOf(parts)]),
    ...ofTools({
      tools: tools?.[0].functionDeclarations,
      calls: partsOf(contents, 'functionCall').map(({ functionCall, thoughtSignature }) => {
        const { id, name, args } = functionCall
        return { id, name, input: args, ...(thoughtSignature && { signature: thoughtSignature }) }
      }),
      results: partsOf(contents, 'functionResponse').map(({ functionResponse }) => {
        const { id, name, response } = functionResponse
        return { id, name, text: response.result }
      }),
    }),
    temperature: generationConfig.temperature,
    limit: generationConfig.maxOutputTokens,
  }),
  whole: ({ pieces, calls, ends, usage }) => ({
    ...candidate(pieces.join(''), WORDS[ends], calls),
    usageMetadata: usageOf(usage),
  }),
  stream: {
    type: 'text/event-stream',
    begin: () => '',
    piece: (text) =>
      event({ ...candidate(text), usageMetadata: usageOf({ input: 9, cached: 0, output: 1 }) }),
    // Calls are never in pieces.
    calls: ({ calls = [] }) =>
      calls.map((call) => event(candidate('', undefined, [call]))).join(''),
    end: ({ ends, usage }) =>
      event({ ...candidate('', WORDS[ends]), usageMetadata: usageOf(usage) }),
    error: event(error(503, 'UNAVAILABLE', 'The model is overloaded.')),
  },
  errors: {
    tooLong: {
      status: 400,
      body: error(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
    },
    wrongKey: {
      status: 400,
      body: error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    },
    gone: {
      status: 404,
      body: error(404, 'NOT_FOUND', 'models/m is not found for API version v1beta'),
    },
    temperature: {
      status: 400,
      body: error(400, 'INVALID_ARGUMENT', 'temperature is not supported by this model'),
    },
    blocked: {
      status: 200,
      body: {
        promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
        usageMetadata: { promptTokenCount: 9 },
      },
    },
    other: error(500, 'INTERNAL', 'An internal error has occurred.'),
  },
}
