/** Whether this is `npm run test:all`, which also runs what is too long for `npm test`. */
export const RUNS_ALL = Boolean(process.env.TEST_ALL)

/** How many inputs a random test tries: all in `npm run test:all`, otherwise a tenth. */
export const triesOf = (all: number) => (RUNS_ALL ? all : all / 10)
