import type { StyledElement } from './styles.ts'

/** The members of a document's nodes that we use. The library's own types need a browser's. */
export interface HtmlNode extends StyledElement {
  nodeType: number
  parentElement?: HtmlNode | null
  previousElementSibling?: HtmlNode | null
  nextElementSibling?: HtmlNode | null
  attributes?: Iterable<{ name: string; value: string }>
  childNodes: Iterable<HtmlNode>
  textContent: string | null
  remove(): void
  appendChild?(node: HtmlNode): void
  removeAttribute?(name: string): void
}

export interface HtmlElement {
  localName: string
  parentElement: HtmlNode | null
  childNodes: Iterable<HtmlNode>
  replaceWith(...nodes: (HtmlNode | string)[]): void
  textContent: string | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  closest(selector: string): object | null
  querySelector(selector: string): object | null
  remove(): void
}

export interface HtmlDocument extends HtmlNode {
  documentElement: HtmlNode | null
  querySelector(selector: string): { textContent: string | null } | null
  createElement(name: string): HtmlNode
  querySelectorAll(selector: string): ArrayLike<HtmlElement> & Iterable<HtmlElement>
}
