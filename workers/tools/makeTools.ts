import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { AskProbe, CallTool } from '../../shared/tools/callAnswer.ts'
import { makeCallRows } from './callRows.ts'
import { makeShowCall } from './pieces.ts'
import { makeResume, type Resume } from './resume.ts'
import { makeRunCall } from './runCall.ts'
import { makeRunRound, type RunRound } from './runRound.ts'
import { makeSendCall } from './sendCall.ts'

/** How requests reach other systems. */
export interface ToolSenders {
  callTool: CallTool
  askProbe: AskProbe
}

interface ToolDeps extends ToolSenders {
  db: Db
  notifications: Pick<NotificationSender, 'send'>
  log: Log
  times: Times
}

/** What a reply does with tools. */
export interface Tools {
  runRound: RunRound
  resume: Resume
}

export function makeTools({ db, notifications, log, times, ...senders }: ToolDeps): Tools {
  const runCall = makeRunCall({
    ...makeSendCall({ ...senders, times }),
    rows: makeCallRows(db, times),
    showCall: makeShowCall(notifications, log),
  })
  const runRound = makeRunRound(runCall)
  return { runRound, resume: makeResume({ db, times, runRound }) }
}
