import type { SettingTable } from './setting.ts'

/** Settings of the start, the stop and the times of processes. */
export const processSettings = {
  SHUTDOWN_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 3600,
    default: 18,
    description:
      'How long running work may go on after SIGTERM: as long as a model takes, where the ' +
      'platform waits 12 s longer than that. A PaaS kills a process 30 s after SIGTERM.',
  },
  DRAIN_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 15,
    default: 2,
    readBy: ['web'],
    description:
      'How much of SHUTDOWN_SECONDS the API goes on taking requests, while /ready says that it ' +
      'stops: until its routers have noticed.',
  },
  TIME_SCALE: {
    type: 'number',
    minimum: 0.01,
    maximum: 10,
    default: 1,
    description:
      'Factor of the times by which the processes watch over one another: lease, renewal, sweep, ' +
      'breaker, caches, flushes (shared/lib/config/times.ts). 1 in production, less in tests; the ' +
      'same for all processes of an installation.',
  },
  PARLEY_DATA_DIR: {
    type: 'string',
    default: '.data',
    readBy: ['npm start'],
    description:
      'Folder of the embedded PostgreSQL that `npm start` runs where DATABASE_URL is unset.',
  },
} as const satisfies SettingTable
