/** Set by `npm run test:all`: what `npm test` leaves out for its length is run as well. */
export const RUNS_ALL = Boolean(process.env.TEST_ALL)

/** How often a random test tries: a tenth of the times that `npm run test:all` does. */
export const runsOf = (all: number) => (RUNS_ALL ? all : all / 10)
