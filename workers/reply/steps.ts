import type { FileStorage } from '../../shared/knowledge/fileStorage.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'
import type { Connections } from '../../shared/models/connections.ts'
import type { VectorSearch } from '../../shared/search/meaning.ts'
import type { MakeRerank } from '../../shared/search/rerank.ts'
import { makeReadFiles, type ReadFiles } from '../attachments/readFiles.ts'
import { step } from '../jobs/observe.ts'
import type { CallModel } from '../models/model.ts'
import { makeRewrite } from '../search/rewrite.ts'
import { type AnswerQuestion, makeAnswer } from './answer.ts'
import { makeCallOnce } from './callOnce.ts'
import { type ChooseModel, makeChooseModel } from './chooseModel.ts'
import { type Cite, makeCite } from './cite.ts'
import { type Contradicting, makeContradicting } from './contradicting.ts'
import { type Generate, makeCorrect, makeGenerate, type PassOn } from './generate.ts'
import { makeProbe } from './probe.ts'
import { makeReservations } from './reserve.ts'
import { makeRetrieve, type Retrieve, type Retrieved } from './retrieve.ts'
import type { ReplyConfig } from './run.ts'
import type { ToolRound } from './toolRound.ts'

export interface StepDeps {
  db: Db
  callModel: CallModel
  findByMeaning: VectorSearch
  makeRerank: MakeRerank
  connections: Connections
  breakers: Breakers
  notifications: NotificationSender
  files: FileStorage
  log: Log
  config: ReplyConfig
}

/** The steps from a question to its reply, which replies and trials share. */
export interface Steps {
  chooseModel: ChooseModel
  retrieve: Retrieve
  readFiles: ReadFiles
  makeGenerate(passOn: PassOn, toolRound?: ToolRound): Generate
  makeAnswer(generate: Generate): AnswerQuestion
  cite: Cite
  contradicting: Contradicting
}

export function makeSteps(deps: StepDeps): Steps {
  const { db, log } = deps
  const { reserve, hasRoom } = makeReservations(deps)
  const find = makeRetrieve({ ...deps, hasRoom, rewrite: makeRewrite(deps) })
  const retrieve: Retrieve = (...asked) => step('retrieve', () => find(...asked), passagesFound)
  const readFiles = makeReadFiles(deps)
  const chooseModel = makeChooseModel({ ...deps, probe: makeProbe(deps) })
  const callOnce = makeCallOnce({ ...deps, reserve })
  const asking = { ...deps, chooseModel, callOnce }
  return {
    chooseModel,
    retrieve,
    readFiles,
    makeGenerate: (passOn, toolRound) => makeGenerate(asking, passOn, toolRound),
    makeAnswer: (generate) => makeAnswer({ ...asking, hasRoom, retrieve, readFiles }, generate),
    cite: makeCite({ ...deps, hasRoom, correct: makeCorrect(asking) }),
    contradicting: makeContradicting(db, log),
  }
}

const passagesFound = ({ passages }: Retrieved) => ({ 'parley.passages': passages.length })
