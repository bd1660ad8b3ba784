import { checkHeap } from '../shared/process/heap.ts'

/**
 * Runs before the other modules are: they take most of the heap. A worker dies with 64 MB and
 * starts with 80, measured on Node 20.
 */
checkHeap(80)
