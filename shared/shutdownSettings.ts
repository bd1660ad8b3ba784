/** How a process ends. */
export const shutdownSettings = {
  SHUTDOWN_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 20,
    default: 18,
    description: 'How long running work may go on after SIGTERM. A PaaS kills 30 s after it.',
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
