import { EventEmitter } from 'node:events'
import { queryObjects } from 'node:v8'

/**
 * Loaded into a process of the product before it starts: at SIGUSR2 it prints what is alive in it, after a collection of
 * garbage, as a line beside those of its log. Every listener is a function.
 */
process.on('SIGUSR2', () => {
  // The count is taken after a full collection of garbage, and so is everything that is read after it.
  const emitters = queryObjects(EventEmitter, { format: 'count' })
  const functions = queryObjects(Function, { format: 'count' })
  const heap_mb = tenths(process.memoryUsage().heapUsed / 2 ** 20)
  const handles = process.getActiveResourcesInfo().length
  console.log(JSON.stringify({ probe: { heap_mb, emitters, functions, handles } }))
})

const tenths = (value) => Math.round(value * 10) / 10
