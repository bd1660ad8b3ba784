import { declareScenarios } from './declare.ts'

/** The scenarios that every `npm test` plays. */
declareScenarios('no reply is lost, doubled or out of order', ({ everyday = false }) => everyday)
