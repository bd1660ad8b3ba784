import type { FromSchema } from 'json-schema-to-ts'
import type { Tool } from '../../../shared/tools/tools.ts'
import { flag, object, orNull, presenter, record, text, uuid } from '../../http/schemas.ts'
import { auth, HEADER, presentAuth, shownAuth } from './credentials.ts'

/** A value of JSON without parts. */
const plain = { type: ['string', 'number', 'boolean', 'null'], maxLength: 200 } as const
const plains = (description: string) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    items: plain,
    description,
  }) as const

const urlTemplate = {
  type: 'string',
  minLength: 1,
  maxLength: 2000,
  examples: ['https://shop.example.com/orders/{order_id}'],
} as const

const probe = {
  type: 'object',
  additionalProperties: false,
  required: ['url_template', 'pointer', 'done', 'not_done'],
  properties: {
    url_template: {
      ...urlTemplate,
      examples: ['https://shop.example.com/refunds/{{call.id}}'],
      description:
        'Address that is asked with GET, as `url_template` of the tool. It names the call with `{{call.id}}`.',
    },
    pointer: {
      type: 'string',
      maxLength: 200,
      examples: ['/state'],
      description:
        'JSON pointer (RFC 6901) to the value of the answer that tells; empty: the whole answer. After a 404 the value is null.',
    },
    done: plains('Values that say that the call had its effect.'),
    not_done: plains('Values that say that it had none.'),
    is_final: {
      type: 'boolean',
      default: false,
      description:
        'Whether a value of `not_done` is final, because your server will not carry the call out later. Then the call failed; otherwise it stays `unknown`. Default: false.',
    },
  },
} as const

const pointer = {
  type: 'string',
  minLength: 2,
  maxLength: 200,
  examples: ['/amount'],
  description: 'JSON pointer to the argument, which `input_schema` has.',
} as const
const confirmWhen = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer'],
  properties: {
    pointer,
    above: { type: 'number', description: 'Calls with a greater number are confirmed.' },
    among: plains('Calls with one of these values are confirmed.'),
  },
} as const

export const secret = {
  type: 'string',
  pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
} as const

/** The fields of a tool that requests set and answers show alike. */
const fields = {
  name: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_]{0,47}$',
    examples: ['order_status'],
    description:
      'Name by which models call it: at most 48 small letters, digits and _. No two tools of your organization share one.',
  },
  title: {
    type: 'string',
    minLength: 1,
    maxLength: 80,
    pattern: '\\S',
    examples: ['Order status'],
    description: 'Name that people read. Default: made of `name`.',
  },
  description: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    pattern: '\\S',
    examples: ['Looks up where an order is and when it arrives.'],
    description: 'Says to models what the tool does and when it is of use.',
  },
  input_schema: {
    type: 'object',
    examples: [
      {
        type: 'object',
        properties: {
          order_id: { type: 'string', description: 'Number of the order', pattern: '^A-[0-9]{5}$' },
        },
        required: ['order_id'],
      },
    ],
    description:
      'JSON schema of its arguments, an object: at most 40 properties, 5 levels and 16 kB. Each part has a `type`, or one and `null`; `title`, `description`, `default`, `enum`, `properties`, `required`, `items`, `minItems`, `maxItems`, `minimum`, `maximum`, `minLength`, `maxLength`, `pattern` and `format` (`date`, `date-time`, `email`, `uri`, `uuid`) say more. A `pattern` is matched by RE2, so it has no look-arounds. Objects have no other properties than those named. Default: no arguments.',
  },
  examples: {
    type: 'array',
    maxItems: 10,
    items: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    examples: [['Where is my order?']],
    description: 'Questions for which it is of use. Default: none.',
  },
  effect: {
    type: 'string',
    enum: ['read', 'write'],
    description:
      'Whether a call changes something. A `read` may be repeated at any time; a `write` is never sent twice, unless `idempotency_header` makes that safe.',
  },
  method: {
    type: 'string',
    enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    description: 'Method of the request. Default: `GET` for `read`, `POST` for `write`.',
  },
  url_template: {
    ...urlTemplate,
    description:
      'Address of the request. `{order_id}` or `{/order/id}` stands for an argument, and `{{customer.id}}`, `{{thread.id}}`, `{{agent.id}}`, `{{call.id}}`, `{{traits.KEY}}` or `{{metadata.KEY}}` for what Parley knows; each may stand in segments of the path and in values of the query, and is encoded. A parameter without a value is left out. The address must be public, with https; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). Another server needs `auth` again.',
  },
  body_template: {
    type: ['object', 'array'],
    examples: [{ amount: '{amount}', customer: '{{customer.id}}' }],
    description:
      'JSON of the body, with placeholders as in `url_template`. A text that is one placeholder becomes its value, with its type; without a value, the field is left out. Default: null, no body.',
  },
  idempotency_header: {
    type: 'string',
    pattern: HEADER,
    examples: ['Idempotency-Key'],
    description:
      'Header that carries the id of the call, if your server carries out a repeated key only once. Then a lost call is sent again. Default: null, your server knows no such keys.',
  },
  probe: {
    ...probe,
    description:
      'How to ask your server whether a call had its effect, after its answer was lost. Default: null, it cannot be asked.',
  },
  confirm: {
    type: 'string',
    enum: ['never', 'customer', 'person'],
    description:
      'Who must agree to a call before it is made: nobody, the customer, or a person of your team. A `write` after a result that is not trusted is always confirmed. Default: `never`.',
  },
  confirm_when: {
    ...confirmWhen,
    description:
      'Which calls are confirmed, by one argument: `above` a number, or `among` values. A call without it, or with another type, is confirmed. Default: null, all as `confirm` says.',
  },
  confirm_text: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    examples: ['Refund {amount} EUR for order {order_id}?'],
    description:
      'Question to whoever decides, with placeholders of arguments. Default: null, the arguments are listed.',
  },
  needs_verified: flag(
    'Whether only customers may use it whom your server or an identity token has named. Default: false.',
  ),
  trusts_result: flag(
    'Whether your server alone writes its results, so that nobody else can place instructions to the model in them. After other results, every `write` of the reply is confirmed. Default: false.',
  ),
  in_tests: flag('Whether threads of test keys may have it `write`. Default: false.'),
  timeout_ms: {
    type: 'integer',
    minimum: 1000,
    maximum: 20_000,
    description: 'Milliseconds that a call may take. Default: 8,000.',
  },
  max_bytes: {
    type: 'integer',
    minimum: 1024,
    maximum: 262_144,
    description: 'Bytes of an answer that are read; the rest is cut off. Default: 65,536.',
  },
  is_active: flag('Whether agents may call it. Default: true.'),
} as const

const authDescription =
  'Header with the credentials that your server asks for. They are encrypted, and no answer, log, export or audit event has them. Default: null, none are sent.'

export const newTool = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description', 'effect', 'url_template'],
  properties: {
    ...fields,
    auth: { ...auth, description: authDescription },
    secret: {
      ...secret,
      description:
        'Secret that signs its requests, in the form of Standard Webhooks, if several tools share one. Default: a new secret, which only this answer has.',
    },
  },
  examples: [
    {
      name: 'order_status',
      description: 'Looks up where an order is and when it arrives.',
      effect: 'read',
      url_template: 'https://shop.example.com/orders/{order_id}',
      input_schema: {
        type: 'object',
        properties: { order_id: { type: 'string', description: 'Number of the order' } },
        required: ['order_id'],
      },
    },
  ],
} as const
export type NewTool = Omit<FromSchema<typeof newTool>, 'body_template'> & {
  body_template?: unknown
}
export type ToolChanges = Partial<{ [Name in keyof NewTool]: NewTool[Name] | null }>

/** What a PATCH may change: as at the creation, and null clears what has no default. */
export const changeable = {
  required: [...newTool.required, 'title', 'method'],
  properties: newTool.properties,
}

/** Fields that a server of MCP describes, or that only requests of HTTP have. */
export const HTTP_ONLY = [
  'name',
  'description',
  'input_schema',
  'method',
  'url_template',
  'body_template',
  'auth',
] as const

const properties = {
  ...fields,
  kind: {
    type: 'string',
    enum: ['http', 'mcp'],
    description: 'Whether it is a request of its own, or a tool of a server of MCP.',
  },
  method: orNull(fields.method, 'it is a tool of a server of MCP'),
  body_template: orNull(fields.body_template, 'requests have no body'),
  url_template: orNull(fields.url_template, 'it is a tool of a server of MCP'),
  idempotency_header: orNull(fields.idempotency_header, 'your server knows no such keys'),
  probe: orNull(fields.probe, 'it cannot be asked'),
  confirm_when: orNull(fields.confirm_when, 'all calls are confirmed as `confirm` says'),
  confirm_text: orNull(fields.confirm_text, 'the arguments are listed'),
  auth: shownAuth('ToolCredentials', 'The credentials of a tool, without their value.'),
  mcp_server_id: orNull(uuid('Id of the server of MCP that offers it.'), 'it is a request of HTTP'),
  mcp_name: orNull(text('Its name at the server.'), 'it is a request of HTTP'),
  mcp_change: orNull(
    object(
      'ToolChange',
      'What a server of MCP says of a tool, if it differs from what was accepted.',
      {
        description: text('What the server says now that the tool does.'),
        input_schema: {
          type: 'object',
          additionalProperties: true,
          description: 'JSON schema of its arguments now.',
        },
        digest: text('Digest of the change, which accepting it names.'),
      },
    ),
    'the server says what was accepted',
  ),
}
export const tool = record(
  'Tool',
  'Something that agents can have done while they reply: a request to another system.',
  properties,
)

export const toolWithSecret = record(
  'ToolWithSecret',
  'A tool with its new secret.',
  {
    ...properties,
    secret: orNull(
      {
        ...text(
          'Secret with which your server checks that requests come from Parley, in the form of Standard Webhooks: `whsec_` and base64. Store it: no other answer has it.',
        ),
        examples: secret.examples,
      },
      'an earlier request with the same `Idempotency-Key` returned it',
    ),
  },
  'tool',
)

const present = presenter<Tool>(tool)

/** Presents a tool. Of its credentials it shows the header and a hint. */
export const presentTool = (row: Tool) => ({
  ...present(row),
  auth: presentAuth(row),
})
