/**
 * Opens a path like a click on a link, so that a page with unsaved changes can ask first.
 * @param navigate of wouter
 */
export function follow(path: string, navigate: (path: string) => void): void {
  const link = document.createElement('a')
  link.href = `/dashboard${path}`
  link.hidden = true
  link.addEventListener('click', (event) => {
    event.preventDefault()
    navigate(path)
  })
  document.body.append(link)
  link.click()
  link.remove()
}
