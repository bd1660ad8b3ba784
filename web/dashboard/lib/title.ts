/** The tab's title: the number of waiting customers, then the page's name. */
let name = 'Parley'
let waiting = 0

const show = () => {
  document.title = waiting > 0 ? `(${waiting}) ${name}` : name
}

export function nameTab(page: string): void {
  name = `${page} · Parley`
  show()
}

export function countInTab(count: number): void {
  waiting = count
  show()
}
