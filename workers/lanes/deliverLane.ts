import { notifyOfDisabled } from '../../shared/events/disabledEndpoint.ts'
import { DELIVER } from '../../shared/lib/jobs.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { makeMailer } from '../../shared/mail/mailer.ts'
import { makeDeliveryWork } from '../events/deliveryJob.ts'
import { startRelay } from '../events/relayLoop.ts'
import { NO_MODELS } from '../jobs/modelAvailability.ts'
import { startMailing } from '../mail/mailLoop.ts'
import type { LaneDeps, LaneWork, WorkerLane } from './lane.ts'

export const DELIVER_LANE: WorkerLane = { ...DELIVER, work: deliverWork }

function deliverWork({ db, config, log, wakeUps, notifications }: LaneDeps): LaneWork {
  const mailer = makeMailer(config, log)
  return {
    ...makeDeliveryWork({
      db,
      config,
      log,
      notifyOfDisabled: (endpoint) => notifyOfDisabled({ db, log, mailer, config }, endpoint),
    }),
    slots: config.DELIVER_CONCURRENCY,
    shareConcurrency: config.ENDPOINT_DELIVER_CONCURRENCY,
    failingSlots: Math.ceil(config.DELIVER_CONCURRENCY / 2),
    models: NO_MODELS,
    startBackground() {
      const stopRelay = startRelay({ db, log, wakeUps, notifications, config })
      const sealer = makeSealer(config.SECRET_KEYS)
      const stopMailing = mailer.isConfigured
        ? startMailing({ db, log, mailer, sealer, config })
        : undefined
      return async () => {
        await Promise.all([stopRelay(), stopMailing?.()])
        await mailer.close()
      }
    },
  }
}
