import { checkHeap } from '../shared/process/heap.ts'

/**
 * Runs before the other modules load, which take most of the heap. The API starts with 40 MB,
 * measured on Node 20.
 */
checkHeap(48)
