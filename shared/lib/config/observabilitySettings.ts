import type { SettingTable } from './setting.ts'

/** Settings of metrics, traces and logs. */
export const observabilitySettings = {
  METRICS_TOKEN: {
    type: 'string',
    minLength: 16,
    pattern: '^[!-~]+$',
    matters: true,
    description:
      'Bearer token that Prometheus sends to read /metrics, which has figures of the ' +
      'process, of all workers and of the queue (docs/observability.md). Unset: there are no ' +
      'metrics.',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    matters: true,
    description: 'Least level that is logged.',
  },
  LOG_FORMAT: {
    type: 'string',
    enum: ['auto', 'json', 'pretty'],
    default: 'auto',
    description:
      'Form of the log: json for machines, pretty for people. auto: pretty in a terminal, in ' +
      'colours unless NO_COLOR is set, and json elsewhere.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    format: 'uri',
    pattern: '^https?://',
    examples: ['http://localhost:4318'],
    description:
      'Address of an OpenTelemetry collector (OTLP over HTTP) that gets traces. The other ' +
      'standard variables (OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER …) ' +
      'hold as well. Unset: no traces.',
  },
} as const satisfies SettingTable
