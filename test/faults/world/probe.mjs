import { EventEmitter } from 'node:events'
import { queryObjects, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into a process of the product before it starts. Prints the process's figures, as lines
 * between those of its log.
 */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** Prints what is left after a garbage collection. */
process.on('SIGUSR2', () => {
  collectGarbage()
  const heap_mb = Math.round((process.memoryUsage().heapUsed / 2 ** 20) * 10) / 10
  report({ heap_mb, handles: process.getActiveResourcesInfo().length })
})

/**
 * Counts live objects; every listener is a function. Stops the process for a second, or for many on
 * a busy machine.
 */
process.on('SIGHUP', () => {
  const count = (type) => queryObjects(type, { format: 'count' })
  report({ emitters: count(EventEmitter), functions: count(Function) })
})

const report = (probe) => console.log(JSON.stringify({ probe }))
