/** Settings of metrics, traces and logs. */
export const observabilitySettings = {
  METRICS_TOKEN: {
    type: 'string',
    minLength: 16,
    pattern: '^[!-~]+$',
    description:
      'What Prometheus sends as its Bearer token to read /metrics; at least 16 characters. Unset: there are no metrics.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    format: 'uri',
    pattern: '^https?://',
    description:
      'Address of an OpenTelemetry collector (OTLP over HTTP), such as http://localhost:4318. Unset: no traces.',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'Least level that is logged.',
  },
  LOG_FORMAT: {
    type: 'string',
    enum: ['auto', 'json', 'pretty'],
    default: 'auto',
    description:
      'json for machines, pretty for people; auto: pretty in a terminal, json elsewhere.',
  },
} as const
