import { PART_NAMES, REWRITING_OUTCOMES, REWRITING_REASONS } from '../../../shared/chat/traces.ts'
import {
  amount,
  count,
  described,
  flag,
  jobError,
  object,
  orNull,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { heading, rerankCall, source, statement } from '../../http/sources.ts'
import { tracedCall } from './callSchemas.ts'
import { cachedTokens, supported } from './messageSchemas.ts'

const passage = object('TracedPassage', 'A passage that was retrieved for a reply.', {
  rank: { type: 'integer', minimum: 1, description: 'Place among the passages; 1 is the best.' },
  ...source,
  heading,
  text: text('Text of the passage; if it is very long, its beginning.'),
  characters: count('Characters of the whole passage.'),
  score: amount('How well the passage fits the question; comparable within one reply only.'),
  number: orNull(
    { type: 'integer', minimum: 1, description: 'Number by which the prompt names the passage.' },
    'the prompt had no room for it',
  ),
  cited: flag('Whether the reply cites the passage.'),
})

const part = object('PromptPart', 'A part of what the model was sent.', {
  role: {
    type: 'string',
    enum: ['system', 'user', 'assistant', 'tool'],
    description: 'Role of the message that the part is in. Each part of `tool` is one message.',
  },
  name: {
    type: 'string',
    enum: PART_NAMES,
    description:
      'Purpose of the part: the agent (`persona`), the `rules`, a note about `attachments`, the `traits` of the user, the `metadata` of the message, the `knowledge`, what to say without any (`fallback`), an earlier message (`history`), the `question`, or what a model asked of tools and what they gave (`tool_calls`, `tool_results`).',
  },
  text: text('Text of the part; if it is very long, its beginning.'),
  characters: count('Characters of the whole part.'),
  tokens: count('Tokens of the whole part, estimated.'),
})

const rewriting = object(
  'QueryRewriting',
  'How a model wrote queries for the question (`QUERY_MODEL`).',
  {
    model: text('The model that writes queries, as `provider:model`.'),
    outcome: {
      type: 'string',
      enum: REWRITING_OUTCOMES,
      description:
        '`used`: its queries were searched for beside the question. `skipped`: it was not asked. `failed`: it gave no query, so the question was searched for as it is.',
    },
    reason: orNull(
      {
        type: 'string',
        enum: REWRITING_REASONS,
        description:
          'Why it was not asked: the agent has no knowledge (`no_knowledge`), the message asks nothing (`small_talk`), a Q/A pair has the same question (`same_question`), a passage has the words of the question (`words_suffice`), or the median of its last calls is over 1.2 s, so that it is left alone for a while (`too_slow`). Or why it gave no query: it has failed repeatedly and is left alone for a while (`model_down`), it took too long (`timeout`), its call failed (`call_failed`), a budget has no room for its call (`budget_reached`), or its answer has no query that differs from the question (`no_queries`).',
      },
      'its queries were used',
    ),
    ms: orNull(
      amount('Milliseconds that its call took; part of `retrieval_ms`.'),
      'it was not asked',
    ),
    answer: orNull(
      text("The model's own words; only the beginning of a long answer."),
      'it gave no answer',
    ),
    restarted: flag(
      'Whether the model had begun to answer with what the question itself finds, and was called anew because the queries found more. Both calls count in the usage.',
    ),
  },
)

export const trace = object('ReplyTrace', 'How one attempt at a reply came about.', {
  attempt: count('Number of the attempt, from 1 on: the latest one.'),
  queries: {
    type: 'array',
    items: { type: 'string' },
    description:
      "The texts that were searched for: the question; then a model's queries (`rewriting`), or if the question continues an earlier question, both together.",
  },
  reranks: {
    type: 'array',
    items: rerankCall,
    description:
      'The call of the rerank model, at most one, for the passages of all searches together; empty: the service has no rerank model, or there was nothing to order.',
  },
  rewriting: orNull(rewriting, 'no model is set for it, or the attempt did not get so far'),
  passages: {
    type: 'array',
    items: passage,
    description: 'The passages that were retrieved, the best first.',
  },
  prompt: {
    type: 'array',
    items: part,
    description:
      'What the model was sent, in this order. Neighbouring parts of one role are one message, with an empty line between them. A model that takes no role `system` gets its parts in the first message of the user.',
  },
  model: text('The model that was asked last, as `provider:model`.'),
  tried: {
    type: 'array',
    items: object('TriedModel', 'A model that could not answer.', {
      model: text('The model, as `provider:model`.'),
      code: text('Why it could not, as the `code` of a failed reply.'),
      ms: orNull(
        amount('Milliseconds that its call took.'),
        'it was known to be down, and was not called',
      ),
    }),
    description:
      'The models that could not answer in this attempt, in order; after each, the next of the `fallback_models` was called.',
  },
  without_tools: {
    type: 'array',
    items: text('A model, as `provider:model`.'),
    description:
      'The models that were asked without the tools of the agent, because they refuse tools. They get earlier calls and their results as texts of the user.',
  },
  steps: {
    type: 'array',
    items: object('TracedStep', 'What a model asked of tools, or one of the calls.', {
      step: { type: 'integer', minimum: 1, description: 'Its number among those of the question.' },
      kind: {
        type: 'string',
        enum: ['model', 'tool'],
        description: '`model`: a model asked for the calls that follow. `tool`: such a call.',
      },
      reply_id: uuid('Id of the reply that it is of: one that a decision continues is another.'),
      model: orNull(text('The model, as `provider:model`.'), 'it is a call'),
      text: orNull(text('What the model said beside its calls; may be empty.'), 'it is a call'),
      call: orNull(tracedCall, 'a model asked'),
    }),
    description:
      'What was done with tools for the question, in order, also by earlier replies that this one continues.',
  },
  settings: object('TraceSettings', 'The settings of the agent and the service that applied.', {
    temperature: orNull(
      { type: 'number', description: 'The `temperature` of the agent.' },
      "the provider's default",
    ),
    max_output_tokens: orNull(
      count('The `max_output_tokens` of the agent.'),
      "the provider's limit",
    ),
    history_tokens: count(
      'Maximum number of tokens of earlier messages in the prompt (`HISTORY_TOKENS`).',
    ),
    knowledge_tokens: count(
      'Maximum number of tokens of knowledge in the prompt (`KNOWLEDGE_TOKENS`).',
    ),
  }),
  answer: orNull(
    text("The model's own words, before its marks became citations."),
    'it gave no answer',
  ),
  thoughts: orNull(
    text(
      'What the model thought before it answered, and calls of tools that it wrote, at most 64,000 characters. They are no part of the reply, of later prompts, of events or of exports.',
    ),
    'it sent none',
  ),
  supported: orNull(
    described(supported, 'How many of the checked sentences of the answer the sources support.'),
    'there is no answer, or none of its sentences was checked',
  ),
  ungrounded: {
    type: 'array',
    items: object('UngroundedSentence', 'A sentence that the sources it cites do not support.', {
      sentence: text('Its words, without the marks.'),
      reason: text('What the sources do not support.'),
    }),
    description: 'The sentences of the answer that the sources they cite do not support.',
  },
  contradictions: {
    type: 'array',
    items: object('TracedContradiction', 'Two sentences that differ only in their figures.', {
      statements: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: object('TracedStatement', 'One of the two sentences.', {
          knowledge_id: uuid('Id of the knowledge entry that says it.'),
          number: {
            type: 'integer',
            minimum: 1,
            description: 'Number by which the prompt names the passage.',
          },
          ...statement,
        }),
        description: "The two sentences; the better passage's comes first.",
      },
    }),
    description:
      'Figures on which two passages of the prompt disagree, at most 5. Their sentences differ only in these figures.',
  },
  timings: object('TraceTimings', 'How long each step took.', {
    queue_ms: amount(
      'Milliseconds from when a worker could have taken the reply to when one took it; not counting the time in which an earlier reply of the chat was unfinished.',
    ),
    load_ms: amount('Milliseconds to read the agent, the traits and the earlier messages.'),
    retrieval_ms: amount(
      'Milliseconds to find the passages, including the call for queries, during which the model may already be called.',
    ),
    first_text_ms: orNull(
      amount('Milliseconds from the call of the model to its first words.'),
      'it was asked for the whole reply at once, or gave none',
    ),
    model_ms: amount('Milliseconds of all calls of the model.'),
    total_ms: amount(
      'Milliseconds from when a worker could have taken the reply until it was ready to be stored.',
    ),
  }),
  usage: orNull(
    object('TraceUsage', 'What all calls of models for the attempt used and cost.', {
      input_tokens: count('Tokens that the model read.'),
      cached_tokens: cachedTokens,
      output_tokens: count('Tokens that the model wrote.'),
      cost_usd: orNull(
        { type: 'number', description: 'Cost in USD.' },
        'the price of the model is not known',
      ),
    }),
    'the model gave no answer',
  ),
  error: {
    ...jobError,
    description: 'Why this attempt gave no reply. Null: it gave a reply, or was interrupted.',
  },
  created_at: time('When the trace was stored'),
})
