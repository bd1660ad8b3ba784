/** Whether this is `npm run test:all`, which also runs tests that are too long for `npm test`. */
export const RUNS_ALL = Boolean(process.env.TEST_ALL)

/**
 * Returns the number of inputs that a random test tries: all in `npm run test:all`, otherwise a
 * tenth.
 */
export const triesOf = (all: number) => (RUNS_ALL ? all : all / 10)
