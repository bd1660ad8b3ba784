import { declareScenarios } from './declare.ts'

/** What each change is tried with. */
declareScenarios('no reply is lost, doubled or out of order', ({ everyday = false }) => everyday)
