/** Settings of how a process stops. */
export const shutdownSettings = {
  SHUTDOWN_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 3600,
    default: 18,
    description:
      'How long running work may go on after SIGTERM: as long as a model takes, where the platform waits for 12 s more. A PaaS kills after 30 s.',
  },
  DRAIN_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 15,
    default: 2,
    description:
      'How long the API takes requests after SIGTERM, until its routers have noticed; of SHUTDOWN_SECONDS.',
  },
} as const
