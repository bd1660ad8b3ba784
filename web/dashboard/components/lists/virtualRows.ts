import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core'
import type { RefObject, VNode } from 'preact'
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

export interface VirtualRows {
  items: VirtualItem[]
  /** Heights, in pixels, of the rows before and after, which are not rendered. */
  before: number
  after: number
  measure: (row: Element | null) => void
}

/**
 * Finds the rows of a long list that are in view, so that only they are rendered. The window
 * scrolls.
 * @param start the element in which the rows begin
 * @param height the assumed height of a row before it is measured, in pixels
 */
export function useVirtualRows(
  count: number,
  start: RefObject<HTMLElement>,
  height: number,
): VirtualRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  const margin = useRef(0)
  const options = {
    count,
    estimateSize: () => height,
    // Room for fast Tabs, and for rows higher than assumed. A smaller number gains no frames: a row
    // is rendered once.
    overscan: 12,
    scrollMargin: margin.current,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: () => render(undefined as never),
  }
  const [rows] = useState(() => new Virtualizer<Window, Element>(options))
  rows.setOptions(options)
  useLayoutEffect(() => rows._didMount(), [])
  useLayoutEffect(() => {
    const top = start.current ? start.current.getBoundingClientRect().top + window.scrollY : 0
    if (Math.abs(top - margin.current) > 1) {
      margin.current = top
      render(undefined as never)
    }
    rows._willUpdate()
  })
  const items = rows.getVirtualItems()
  const [first] = items
  const last = items.at(-1)
  return {
    items,
    before: first ? first.start - margin.current : 0,
    after: last ? rows.getTotalSize() + margin.current - last.end : 0,
    measure: rows.measureElement,
  }
}

/**
 * Makes the rows in view, each once. A row that only scrolls is not rendered again, which would
 * take most of a frame.
 * @param given what the rows depend on; after a change, all rows are made anew
 */
export function useKeptRows(
  given: readonly unknown[],
  make: (index: number) => VNode,
): (index: number) => VNode {
  const kept = useRef<{ given: readonly unknown[]; rows: Map<number, VNode> }>()
  const isSame = kept.current?.given.every((value, index) => value === given[index])
  const before = isSame ? kept.current!.rows : new Map<number, VNode>()
  const rows = new Map<number, VNode>()
  kept.current = { given, rows }
  return (index) => {
    const row = before.get(index) ?? make(index)
    rows.set(index, row)
    return row
  }
}
