import { type Completion, event, type Protocol, textOf } from './fixture.ts'

const WORDS = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }
const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  promptTokenCount: input,
  cachedContentTokenCount: cached,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
})
const candidate = (text: string, finishReason?: string) => ({
  candidates: [
    {
      content: { role: 'model', parts: text ? [{ text }] : [] },
      ...(finishReason && { finishReason }),
      index: 0,
    },
  ],
  modelVersion: 'm',
})
const error = (code: number, status: string, message: string) => ({
  error: { code, status, message },
})

/** Gemini's generateContent. In a stream, each event has the sums of tokens so far. */
export const generateContent: Protocol = {
  path: (model, isStreamed) =>
    `/v1beta/models/${model}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  key: (headers) => headers['x-goog-api-key'] as string,
  read: ({ path, body: { systemInstruction, contents, generationConfig } }) => ({
    model: /models\/(.{1,40}):/.exec(path)?.[1],
    system: systemInstruction && textOf(systemInstruction.parts),
    turns: contents.map(({ role, parts }: any) => [
      role === 'model' ? 'assistant' : role,
      textOf(parts),
    ]),
    temperature: generationConfig.temperature,
    limit: generationConfig.maxOutputTokens,
  }),
  whole: ({ pieces, ends, usage }) => ({
    ...candidate(pieces.join(''), WORDS[ends]),
    usageMetadata: usageOf(usage),
  }),
  stream: {
    type: 'text/event-stream',
    begin: () => '',
    piece: (text) =>
      event({ ...candidate(text), usageMetadata: usageOf({ input: 9, cached: 0, output: 1 }) }),
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
